// Draws the same picture with WebGPU, if the browser has it, using the shaders and instances of the program's window.
// The picture is read back and shown like the CPU's, so it does not depend on how the browser shows a GPU canvas.

// The sizes in bytes of an instance, of the head before the view, and of the view.
const [INSTANCE, HEAD, VIEW] = [64, 32, 32];

// The row length of a texture that is read back is a multiple of this number of bytes.
const ROW = 256;

// Makes a GPU renderer for an engine's pictures; returns null if there is no GPU.
export async function gpu(engine) {
  const adapter = await navigator.gpu?.requestAdapter().catch(() => null);
  return adapter && new Gpu(engine, await adapter.requestDevice());
}

class Gpu {
  #device;
  #engine;
  #world;
  #screen;
  #buffers = {};
  #textures = {};
  #epoch = -1;
  #written = 0;

  constructor(engine, device) {
    [this.#device, this.#engine] = [device, engine];
    const { world, screen } = engine.shaders();
    const attributes = ["sint32x4", "sint32x4", "sint32x4", "uint32x4"].map((format, k) => ({
      format, offset: 16 * k, shaderLocation: k,
    }));
    const instances = [{ arrayStride: INSTANCE, stepMode: "instance", attributes }];
    this.#world = this.#pipeline(world, "triangle-strip", instances);
    this.#screen = this.#pipeline(screen, "triangle-list", []);
    // Whether a picture is pending.
    this.isBusy = false;
    // The reason why the GPU failed, or null.
    this.failure = null;
    device.lost.then(({ message }) => (this.failure ??= message || "the GPU was lost"));
    device.addEventListener("uncapturederror", ({ error }) => (this.failure ??= error.message));
  }

  #pipeline(code, topology, buffers) {
    const module = this.#device.createShaderModule({ code });
    return this.#device.createRenderPipeline({
      layout: "auto",
      vertex: { module, entryPoint: "vertex", buffers },
      fragment: { module, entryPoint: "fragment", targets: [{ format: "rgba8unorm" }] },
      primitive: { topology },
    });
  }

  // Makes sure that a buffer has at least `bytes` bytes. Returns whether it is a new buffer.
  #room(name, bytes, usage) {
    if (this.#buffers[name]?.size >= bytes) return false;
    const size = 2 ** Math.ceil(Math.log2(Math.max(bytes, 1 << 16)));
    this.#buffers[name]?.destroy();
    this.#buffers[name] = this.#device.createBuffer({ size, usage: usage | GPUBufferUsage.COPY_DST });
    return true;
  }

  // Uploads the data of the picture. Returns the number of instances, and the canvas size.
  #upload() {
    const bytes = this.#engine.instances();
    const [epoch, count] = new Uint32Array(bytes.buffer, 0, 2);
    const isNew = this.#room("words", 4 * count, GPUBufferUsage.STORAGE);
    if (isNew || epoch !== this.#epoch) [this.#epoch, this.#written] = [epoch, 0];
    const write = (name, at, what) => what.length && this.#device.queue.writeBuffer(this.#buffers[name], at, what);
    if (count > this.#written) write("words", 4 * this.#written, this.#engine.words(this.#written));
    this.#written = count;
    this.#room("view", VIEW, GPUBufferUsage.UNIFORM);
    write("view", 0, bytes.subarray(HEAD, HEAD + VIEW));
    const instances = bytes.subarray(HEAD + VIEW);
    this.#room("instances", instances.length, GPUBufferUsage.VERTEX);
    write("instances", 0, instances);
    const [width, height] = new Int32Array(bytes.buffer, HEAD + 8, 2);
    return { count: instances.length / INSTANCE, size: [width, height] };
  }

  // Returns a texture of a size: for the canvas, which has each of the world's pixels once, or for the picture.
  #texture(name, [width, height], usage) {
    const texture = this.#textures[name];
    if (texture?.width === width && texture.height === height) return texture;
    texture?.destroy();
    const all = { size: [width, height], format: "rgba8unorm", usage: usage | GPUTextureUsage.RENDER_ATTACHMENT };
    return (this.#textures[name] = this.#device.createTexture(all));
  }

  // Draws what the engine shows, and returns it as RGBA. Throws the reason if it fails.
  async draw(size) {
    this.isBusy = true;
    try {
      const picture = this.#texture("picture", size, GPUTextureUsage.COPY_SRC);
      this.#render(picture);
      const rgba = await this.#read(picture);
      if (this.failure) throw new Error(this.failure);
      return rgba;
    } finally {
      this.isBusy = false;
    }
  }

  // Returns a texture's bytes.
  async #read(texture) {
    const row = 4 * texture.width;
    const padded = Math.ceil(row / ROW) * ROW;
    const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
    const buffer = this.#device.createBuffer({ size: padded * texture.height, usage });
    const encoder = this.#device.createCommandEncoder();
    encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow: padded }, [texture.width, texture.height]);
    this.#device.queue.submit([encoder.finish()]);
    await buffer.mapAsync(GPUMapMode.READ);
    const mapped = new Uint8Array(buffer.getMappedRange());
    const rgba = new Uint8ClampedArray(row * texture.height);
    for (let y = 0; y < texture.height; y++) rgba.set(mapped.subarray(y * padded, y * padded + row), y * row);
    buffer.destroy();
    return rgba;
  }

  #render(picture) {
    const { count, size } = this.#upload();
    const drawn = this.#texture("canvas", size, GPUTextureUsage.TEXTURE_BINDING).createView();
    const { view, words, instances } = this.#buffers;
    const encoder = this.#device.createCommandEncoder();
    const pass = (target, pipeline, second, work) => {
      const entries = [{ binding: 0, resource: { buffer: view, size: VIEW } }, { binding: 1, resource: second }];
      const layout = pipeline.getBindGroupLayout(0);
      const pass = encoder.beginRenderPass({
        colorAttachments: [{ view: target, loadOp: "clear", storeOp: "store", clearValue: [0, 0, 0, 1] }],
      });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, this.#device.createBindGroup({ layout, entries }));
      work(pass);
      pass.end();
    };
    pass(drawn, this.#world, { buffer: words }, pass => {
      pass.setVertexBuffer(0, instances);
      pass.draw(4, count);
    });
    pass(picture.createView(), this.#screen, drawn, pass => pass.draw(3));
    this.#device.queue.submit([encoder.finish()]);
  }

  end() {
    this.#device.destroy();
  }
}
