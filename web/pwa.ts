import { readFileSync } from 'node:fs'
import path from 'node:path'
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa'

/** What the shell needs without a network: the frame and the day. */
const SHELL = [
  'index.html',
  'src/app/house.tsx',
  'src/app/layout/Layout.tsx',
  'src/app/areas/appointments/dashboard.tsx',
]
const PLAIN = ['index.html', 'favicon.svg', 'manifest.webmanifest']

type Chunk = { file: string; src?: string; name?: string; imports?: string[]; css?: string[] }

/** Files of the build that the shell is made of, by Vite's manifest. */
function shellFiles(dist: string): Set<string> {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const files = new Set(PLAIN)
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const each of chunk.imports ?? []) add(each)
  }
  for (const source of SHELL) {
    const name = path.basename(source, path.extname(source))
    // A chunk that several share has its own name for a key.
    add(manifest[source] ? source : (Object.keys(manifest).find((key) => manifest[key]?.name === name) ?? source))
  }
  return files
}

/** The offline worker (src/worker/sw.ts) over the shell's files, and what makes the app installable. */
export function pwa(dist: string): ReturnType<typeof VitePWA> {
  const options: Partial<VitePWAOptions> = {
    strategies: 'injectManifest',
    srcDir: 'src/worker',
    filename: 'sw.ts',
    // Registered by src/lib/worker.ts: the content policy forbids a script within the page.
    injectRegister: false,
    injectManifest: {
      globPatterns: ['**/*.{html,js,css,svg}'],
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      manifestTransforms: [
        (entries) => {
          const files = shellFiles(dist)
          return { manifest: entries.filter(({ url }) => files.has(url)), warnings: [] }
        },
      ],
    },
    manifest: {
      name: '牙本 Dentin',
      short_name: '牙本',
      description: '口腔门诊的预约、病历、影像、收费与库房',
      lang: 'zh-CN',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: '#ffffff',
      background_color: '#f6f8f7',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
  }
  return VitePWA(options)
}
