import { spawn } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
  // Drawing is the same on every machine.
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
]

/**
 * Starts a headless Chromium: the one named by CHROMIUM_PATH, else the one that comes with the installed packages,
 * which brings its own libraries and fonts and is unpacked once into .cache/chromium.
 * @param flags command-line flags on top of ours, for example `--enable-unsafe-swiftshader` for WebGL
 * @throws Error (Chinese) on machines for which no Chromium is packaged
 */
export async function launchBrowser(flags: string[] = []): Promise<Browser> {
  return chromium.launch(await launching(flags))
}

/** A browser that can be killed as by a power cut, with everything that is in its memory. */
export async function mortalBrowser(): Promise<{ browser: Browser; kill: () => Promise<void> }> {
  const server = await chromium.launchServer(await launching([]))
  const browser = await chromium.connect(server.wsEndpoint())
  return { browser, kill: () => server.kill() }
}

async function launching(flags: string[]): Promise<LaunchOptions> {
  const given = process.env.CHROMIUM_PATH
  if (given) return { executablePath: given, headless: true, args: [...FLAGS, ...flags] }
  const home = await unpackedChromium()
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: home,
    TMPDIR: path.join(home, 'tmp'),
    LANG: 'C.UTF-8',
    LD_LIBRARY_PATH: path.join(home, 'lib'),
    FONTCONFIG_PATH: path.join(home, 'fonts'),
    XDG_CACHE_HOME: path.join(home, 'cache'),
  }
  return {
    executablePath: path.join(home, 'chromium'),
    headless: true,
    args: ['--headless', ...FLAGS, ...flags],
    env,
  }
}

/** The folder of the packaged Chromium, one per version; unpacked beside and moved into place when complete. */
async function unpackedChromium(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('内置浏览器只有 Linux x64 版本：请用 CHROMIUM_PATH 指定本机的 Chrome 或 Chromium')
  }
  const pack = path.resolve(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
  const { version } = JSON.parse(readFileSync(path.join(pack, 'package.json'), 'utf8')) as { version: string }
  const cache = path.join(root, '.cache', 'chromium')
  const home = path.join(cache, version)
  if (existsSync(home)) return home
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(path.join(cache, 'new-'))
  try {
    const bin = path.join(pack, 'bin')
    for (const folder of ['tmp', 'cache', 'fonts']) mkdirSync(path.join(fresh, folder))
    await pipeline(
      createReadStream(path.join(bin, 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(path.join(fresh, 'chromium')),
    )
    await chmod(path.join(fresh, 'chromium'), 0o755)
    await unpack(path.join(bin, 'al2023.tar.br'), fresh)
    await unpack(path.join(bin, 'swiftshader.tar.br'), fresh)
    await unpack(path.join(bin, 'fonts.tar.br'), path.join(fresh, 'fonts'))
    await writeFile(path.join(fresh, 'fonts', 'fonts.conf'), fontsConfiguration(home))
    renameSync(fresh, home)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    // Another run was quicker.
    if (!existsSync(home)) throw error
  }
  return home
}

/** Only the fonts that were unpacked: pages look the same whatever is installed on the machine. */
function fontsConfiguration(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(home, 'fonts')}</dir>
  <cachedir>${path.join(home, 'cache', 'fontconfig')}</cachedir>
</fontconfig>
`
}

async function unpack(archive: string, target: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-f', '-', '-C', target, '--no-same-owner'], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve, reject) => {
    tar.on('error', reject)
    tar.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`tar: ${code}`))))
  })
  // tar stops reading at the archive's end mark; whether it took everything is told by its exit code.
  const fed = pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'EPIPE') throw error
    },
  )
  await Promise.all([fed, ended])
}
