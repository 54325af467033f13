// Runs tests/portable/wasm in node. Exits with 0 if every byte is as expected.
import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
const found = instance.exports.differences();
const said = ["all the same", "the golden session differs", "scenes differ", "the session and scenes differ"];
console.log(`WebAssembly in node ${process.version}: ${said[found]}`);
process.exit(found === 0 ? 0 : 1);
