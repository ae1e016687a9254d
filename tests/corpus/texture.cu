// Texture and surface objects of every shape.

__global__ void sample(cudaTextureObject_t t, const float* at, float4* out) {
  const float u = at[threadIdx.x], v = at[threadIdx.x + 32], w = at[threadIdx.x + 64];
  float4 sum = tex1D<float4>(t, u);
  const float4 parts[] = {tex2D<float4>(t, u, v), tex3D<float4>(t, u, v, w), texCubemap<float4>(t, u, v, w),
                          tex2DLayered<float4>(t, u, v, 3), tex2DLod<float4>(t, u, v, w),
                          tex2DGrad<float4>(t, u, v, make_float2(u, w), make_float2(v, w)), tex2Dgather<float4>(t, u, v, 1)};
  for (const float4& p : parts) sum.x += p.x, sum.y += p.y, sum.z += p.z, sum.w += p.w;
  out[threadIdx.x] = sum;
}

__global__ void fetch(cudaTextureObject_t t, const int* at, float* out) {
  float value;
  asm("{ .reg .f32 g, b, a; tex.2d.v4.f32.s32 {%0, g, b, a}, [%1, {%2, %3}]; }" : "=f"(value) : "l"(t), "r"(at[0]), "r"(at[1]));
  out[threadIdx.x] = tex1Dfetch<float>(t, at[threadIdx.x]) + value;
}

__global__ void query(cudaTextureObject_t t, cudaSurfaceObject_t s, int* out) {
  int width, height, levels;
  asm("txq.width.b32 %0, [%1];" : "=r"(width) : "l"(t));
  asm("txq.num_mipmap_levels.b32 %0, [%1];" : "=r"(levels) : "l"(t));
  asm("suq.height.b32 %0, [%1];" : "=r"(height) : "l"(s));
  out[threadIdx.x] = width + height + levels;
}

__global__ void surface_copy(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width || y >= height) return;
  uchar4 pixel;
  surf2Dread(&pixel, from, x * 4, y);
  surf2Dwrite(pixel, to, x * 4, y);
  float4 wide;
  surf3Dread(&wide, from, x * 16, y, 0);
  surf3Dwrite(wide, to, x * 16, y, 1, cudaBoundaryModeClamp);
  asm volatile("sust.p.2d.v4.b32.trap [%0, {%1, %2}], {%1, %2, %1, %2};" ::"l"(to), "r"(x), "r"(y));
  asm volatile("sured.b.add.2d.u32.trap [%0, {%1, %2}], %1;" ::"l"(to), "r"(x), "r"(y));
}
