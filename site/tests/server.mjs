// A plain file server, which knows only the usual types.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png",
  ".wasm": "application/wasm",
};

// Serves a folder, and keeps a list of the requests.
export async function serve(folder, { types = TYPES } = {}) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    requests.push(path);
    try {
      const bytes = await readFile(file);
      response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
      response.end(bytes);
    } catch {
      response.writeHead(404, { "Content-Type": "text/plain" });
      response.end(`there is no ${path}`);
    }
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, requests, close, types: TYPES };
}

export const UNTYPED = Object.fromEntries(Object.entries(TYPES).filter(([ending]) => ending !== ".wasm"));
