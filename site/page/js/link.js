// Scenes in links: deflated JSON in base64url, after "#scene=". Links may come from untrusted sources, so reading and
// writing have limits, and errors are reported in words.

// The greatest numbers of characters of a link, and of bytes of the scene in it.
export const MOST_LINK = 1 << 16;
export const MOST_SCENE = 1 << 19;

const HEAD = "#scene=";

// Whether a fragment claims to contain a scene.
export function isLink(fragment) {
  return fragment.startsWith(HEAD);
}

// Returns the fragment that contains a scene.
export async function toLink(scene) {
  const json = new Blob([JSON.stringify(scene)]);
  const packed = json.stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const link = HEAD + base64url(bytes);
  if (link.length > MOST_LINK) {
    throw new Error(`the scene is too large for a link: ${link.length} characters, at most ${MOST_LINK}; a file holds it`);
  }
  return link;
}

// Returns the scene that a fragment contains. Throws a description of the error.
export async function fromLink(fragment) {
  if (fragment.length > MOST_LINK) {
    throw new Error(`the link has ${fragment.length} characters; at most ${MOST_LINK} are read`);
  }
  return parsed(new TextDecoder().decode(await inflated(bytesOf(fragment.slice(HEAD.length)))));
}

// Returns the scene in a text.
export function parsed(text) {
  if (text.length > MOST_SCENE) throw new Error(`the scene has ${text.length} characters; at most ${MOST_SCENE} are read`);
  let scene;
  try {
    scene = JSON.parse(text);
  } catch (error) {
    throw new Error(`the scene is not JSON: ${error.message}`);
  }
  if (typeof scene !== "object" || scene === null || !Array.isArray(scene.bodies)) {
    throw new Error("the scene has no list of bodies");
  }
  return scene;
}

function base64url(bytes) {
  let text = "";
  for (let k = 0; k < bytes.length; k += 8192) text += String.fromCharCode(...bytes.subarray(k, k + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytesOf(text) {
  if (!/^[\w-]*$/.test(text)) throw new Error("the link has characters that no link of this page has");
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0));
  } catch {
    throw new Error("the link is cut off, or not one of this page's");
  }
}

// Stops as soon as the limit of a scene is exceeded: a small link can unpack to gigabytes.
async function inflated(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let length = 0; ; ) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error("the link is damaged: what it holds cannot be unpacked");
    });
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > MOST_SCENE) {
      reader.cancel().catch(() => {});
      throw new Error(`the link unpacks to more than ${MOST_SCENE} bytes, which no scene of this page has`);
    }
    parts.push(value);
  }
}
