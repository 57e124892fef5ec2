import { defineConfig, loadEnv } from 'vite'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { planChunks } from './chunks.ts'
import { leanContract } from './contract-lean.ts'
import { pwa } from './pwa.ts'
import { leanZod } from './zod-lean.ts'

// Without this the barrels would pull the whole kit or feature into every page that takes one thing from them.
const treeshake = {
  moduleSideEffects: [
    { test: /[\\/]src[\\/](?:ui|lib|domain|features)[\\/](?!theme[\\/]styles|gallery).+\.tsx?$/, sideEffects: false },
    { test: /[\\/]packages[\\/](?:kit|clinical|contract)[\\/]src[\\/].+\.ts$/, sideEffects: false },
    // Says nothing of itself, and every antd control takes a context of its forms.
    { test: /[\\/]node_modules[\\/]@rc-component[\\/](?:form|async-validator)[\\/]/, sideEffects: false },
  ],
}

export default defineConfig(async ({ mode, command }) => {
  const env = loadEnv(mode, import.meta.dirname, 'DENTIN_')
  const server = { target: `http://127.0.0.1:${env['DENTIN_PORT'] ?? 3000}`, changeOrigin: false }
  const groups =
    command === 'build'
      ? await planChunks(import.meta.dirname, [react(), leanZod(), leanContract()], { treeshake })
      : []
  return {
    root: import.meta.dirname,
    base: '/',
    plugins: [react(), leanZod(), leanContract(), pwa(path.join(import.meta.dirname, 'dist'))],
    server: { proxy: { '^/[\\w-]+-api(/|$)': server, '^/(design-process|sandbox-pay)(/|$)': server } },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      // For scripts/bundle-sizes.mjs.
      manifest: true,
      sourcemap: false,
      target: 'es2022',
      // The polyfill is for browsers older than the build target.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        treeshake,
        output: {
          codeSplitting: {
            groups,
          },
        },
      },
    },
  }
})
