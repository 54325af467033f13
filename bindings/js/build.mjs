// Assembles the package: node build.mjs RAW.js PROFILE
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const [, , rawPath, profile] = process.argv;

/** Replaces a text that must occur exactly once: another version of wasm-bindgen may write something else. */
function replaced(text, from, to) {
  if (text.split(from).length !== 2) throw new Error(`raw.js holds ${JSON.stringify(from)} not exactly once`);
  return text.replace(from, to);
}

// Before the module is loaded, and after it failed, every call throws an exception with the reason.
let raw = readFileSync(rawPath, "utf8");
raw = replaced(raw, "wasm = instance.exports;", "wasm = guarded(instance.exports);");
raw = replaced(raw, "let wasmModule, wasmInstance, wasm;", "let wasmModule, wasmInstance, wasm = unloaded;");
raw = raw.replaceAll("wasm !== undefined", "wasm !== unloaded");
raw = `import { guarded, unloaded } from "../errors.js";\n${raw}`;
writeFileSync("js/generated/raw.js", raw);

const isRelease = profile === "release";
rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
const banner = { js: `// kasuri ${JSON.parse(readFileSync("package.json", "utf8")).version}, MIT OR Apache-2.0` };
// Errors name classes, so these keep their names.
const common = { bundle: true, keepNames: true, format: "esm", target: "es2022", banner, legalComments: "none", logLevel: "warning" };
await build({ ...common, entryPoints: ["js/kasuri.js"], outdir: "dist" });
await build({
  ...common,
  entryPoints: ["js/kasuri.single.js"],
  outdir: "dist",
  loader: { ".wasm": "base64" },
  minify: isRelease,
});
const adapters = ["follow", "phaser", "pixi", "excalibur", "kaplay", "melon", "little"];
for (const name of adapters) await build({ ...common, entryPoints: [`js/${name}.js`], outdir: "dist", external: ["kasuri"] });

/** The module without SIMD, compressed, as text: school laptops are old. Scratch's extension unpacks it. */
const packed = {
  name: "packed",
  setup(bundler) {
    bundler.onResolve({ filter: /^kasuri-packed-module$/ }, () => ({ path: "js/generated/kasuri.wasm", namespace: "packed" }));
    bundler.onLoad({ filter: /./, namespace: "packed" }, ({ path }) => ({
      contents: gzipSync(readFileSync(path), { level: 9 }).toString("base64"),
      loader: "text",
    }));
  },
};
await build({
  ...common,
  entryPoints: ["scratch/extension.js"],
  outfile: "dist/kasuri.scratch.js",
  format: "iife",
  alias: { kasuri: "./js/kasuri.js" },
  // A classic script has no address of its own, and needs none: the module is inside.
  define: { "import.meta.url": '"file:///"' },
  minify: isRelease,
  plugins: [packed],
});
for (const name of ["kasuri.wasm", "kasuri-simd.wasm"]) copyFileSync(`js/generated/${name}`, `dist/${name}`);
const types = ["kasuri", "kasuri.single", ...adapters].map((name) => `${name}.d.ts`);
for (const name of types) copyFileSync(`js/${name}`, `dist/${name}`);
for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(`../../${name}`, name);
