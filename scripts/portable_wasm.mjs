// Runs tests/portable/wasm in node: exit 0 where every byte is as it should be.
import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
const found = instance.exports.differences();
const said = ["all the same", "the golden session differs", "scenes differ", "the session and scenes differ"];
console.log(`WebAssembly in node ${process.version}: ${said[found]}`);
process.exit(found === 0 ? 0 : 1);
