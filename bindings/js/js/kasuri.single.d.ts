export * from "./kasuri.js";
