// A small sheet in a link: its text deflated, in base64url, after "#sheet=". Links may come from anywhere, so reading has limits.

const HEAD = "#sheet=";
export const MOST_LINK = 1 << 16;
const MOST_TEXT = 1 << 21;

export const isLink = fragment => fragment.startsWith(HEAD);

export async function toLink(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = "";
  for (let k = 0; k < bytes.length; k += 8192) binary += String.fromCharCode(...bytes.subarray(k, k + 8192));
  const link = HEAD + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (link.length > MOST_LINK) throw new Error(`the sheet is too large for a link: ${link.length} characters, at most ${MOST_LINK}; save it as a file`);
  return link;
}

export async function fromLink(fragment) {
  const packed = fragment.slice(HEAD.length);
  if (fragment.length > MOST_LINK || !/^[\w-]*$/.test(packed)) throw new Error("the link is no link of this page");
  let bytes;
  try {
    bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0));
  } catch {
    throw new Error("the link is cut off");
  }
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  // It stops at the limit: a small link can unpack to gigabytes.
  for (let length = 0; ; ) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error("the link is damaged: what it holds cannot be unpacked");
    });
    if (done) return new Blob(parts).text();
    length += value.length;
    if (length > MOST_TEXT) {
      reader.cancel().catch(() => {});
      throw new Error(`the link unpacks to more than ${MOST_TEXT} bytes`);
    }
    parts.push(value);
  }
}
