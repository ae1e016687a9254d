// Texture and surface objects, vector types, intrinsics and warp shuffles.
__global__ void sample(cudaTextureObject_t texture, cudaSurfaceObject_t surface, float4* out) {
  const int x = threadIdx.x;
  float4 v = tex2D<float4>(texture, x + 0.5f, 0.5f);
  v.x += __shfl_xor_sync(0xffffffffu, v.x, 1) + __ldg(&out[x].y);
  v.w = __fdividef(v.w, __expf(v.z)) + rsqrtf(v.y) + __popc(x) + __clz(x);
  surf2Dwrite(v, surface, x * 16, 0);
  out[x] = make_float4(v.x, v.y, v.z, __reduce_add_sync(0xffffffffu, x));
}
