// Builds the web app (web/dist, with .br and .gz beside the files) and bundles the server (server/dist/main.mjs).
// What is up to date is skipped; --force builds everything, --server looks at the server only.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { TARGETS, recordBuilt, staleTargets } from './lib/build.mjs'
import { ensureInstalled, requireNode, root } from './lib/install.mjs'
import { step } from './lib/output.mjs'

/** Installed packages are loaded from node_modules; the workspace's own (@dentin/…) are bundled in. */
const packagesStayOutside = {
  name: 'packages-stay-outside',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@dentin/') || path.isAbsolute(name)
        ? undefined
        : { path: name, external: true },
    )
  },
}

/** In the bundle too, `import.meta.url` names the source file, so that files beside it are found in the same way. */
const modulesKeepTheirPlace = {
  name: 'modules-keep-their-place',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    const from = path.dirname(path.join(root, TARGETS.server.output))
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8')
      if (!source.includes('import.meta.')) return undefined
      const relative = path.relative(from, file).replaceAll(path.sep, '/')
      const url = `(new URL(${JSON.stringify(relative)}, import.meta.url))`
      const contents = source
        .replace(/\bimport\.meta\.url\b/g, `${url}.href`)
        .replace(/\bimport\.meta\.(dirname|filename)\b/g, (_, part) => {
          const filename = `process.getBuiltinModule('node:url').fileURLToPath${url}`
          return part === 'filename' ? filename : `process.getBuiltinModule('node:path').dirname(${filename})`
        })
      return { contents, loader: 'ts' }
    })
  },
}

requireNode()
await ensureInstalled()
if (process.argv.includes('--force')) rmSync(path.join(root, '.cache', 'build.json'), { force: true })

const builders = { web: buildWeb, server: bundleServer }
const names = { web: '构建网页', server: '打包服务端' }

const stale = staleTargets().filter(({ target }) => target === 'server' || !process.argv.includes('--server'))
if (stale.length === 0) process.stderr.write('构建结果已是最新\n')
for (const { target, inputs } of stale) {
  const { entry } = TARGETS[target]
  if (!existsSync(path.join(root, entry))) {
    process.stderr.write(`无法${names[target]}：缺少 ${entry}\n`)
    process.exitCode = 1
    continue
  }
  try {
    await step(names[target], builders[target])
    recordBuilt(target, inputs)
  } catch (error) {
    process.stderr.write(`${names[target]}失败：${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

async function buildWeb() {
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({
    root: path.join(root, 'web'),
    configFile: path.join(root, TARGETS.web.entry),
    logLevel: 'warn',
    build: { outDir: path.join(root, 'web', 'dist'), emptyOutDir: true },
  })
  await compressFolder(path.join(root, 'web', 'dist'))
}

/**
 * Writes FILE.br and FILE.gz next to each text file where that makes it smaller.
 * @param {string} folder
 */
async function compressFolder(folder) {
  const texts = /\.(js|mjs|css|html|svg|json|webmanifest|wasm|txt|xml)$/
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && texts.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const work = async () => {
    for (let file = files.pop(); file; file = files.pop()) {
      const plain = readFileSync(file)
      if (plain.length < 1024) continue
      const quality = plain.length > 1_000_000 ? 9 : 11
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      }
      const [br, gz] = await Promise.all([brotli(plain, { params }), zip(plain, { level: 9 })])
      if (br.length < plain.length) writeFileSync(`${file}.br`, br)
      if (gz.length < plain.length) writeFileSync(`${file}.gz`, gz)
    }
  }
  await Promise.all([work(), work()])
}

async function bundleServer() {
  const { build } = await import('esbuild')
  await build({
    entryPoints: [path.join(root, TARGETS.server.entry)],
    outfile: path.join(root, TARGETS.server.output),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    keepNames: true,
    logLevel: 'warning',
    plugins: [packagesStayOutside, modulesKeepTheirPlace],
  })
}
