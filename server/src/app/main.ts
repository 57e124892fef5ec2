import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatDateTime, parseDateTime } from '@dentin/kit'
import { systemClock } from '../platform/clock.ts'
import { readDemoClock, watchDemoClock } from '../platform/demo-time.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { assertSafe, migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open.ts'
import { diskRoom, isDiskFull, saysDiskFull, sizeWords } from '../platform/disk.ts'
import { makeFileStore } from '../platform/files/store.ts'
import { uploadFolder } from '../platform/http/upload.ts'
import { installJobs } from '../platform/jobs/jobs.ts'
import { removeStaleUploads } from '../platform/jobs/maintenance.ts'
import { makeLog } from '../platform/log.ts'
import { demoMoment } from '../../db/seed/demo-moment.ts'
import { seedDemo } from '../../db/seed/index.ts'
import { makeFirstLink } from '../modules/provider/index.ts'
import { offerResources } from '../modules/staff/index.ts'
import { makeApplication } from './application.ts'

const root = findRoot(path.dirname(fileURLToPath(import.meta.url)))
/** No upload takes as long as this. */
const UPLOAD_TAKES_MS = 3_600_000
const say = (line: string) => process.stdout.write(`${line}\n`)

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = makeLog(config.LOG_LEVEL)
  const real = systemClock()
  const fixed = config.CLOCK_AT ? systemClock(parseDateTime(config.CLOCK_AT).getTime() - real.now().getTime()) : null
  await mustHaveRoom(config.dataDir)
  const { ownerUrl, appUrl, postgres } = await openDatabase(config, say)
  let stopping = false
  try {
    await migrate(ownerUrl, path.join(root, 'server/db/migrations'), say, offerResources)
    await installJobs(ownerUrl)
    await assertSafe(appUrl)
    // The folder of the embedded database belongs to this process alone; beside an external one another may be at work.
    await removeStaleUploads(uploadFolder(config.dataDir), config.DATABASE_URL ? UPLOAD_TAKES_MS : 0)
    const begins = real.now()
    const demo = config.DEMO
      ? await seedDemo({
          ownerUrl,
          ...(fixed ? { now: fixed.now() } : { now: demoMoment(begins), realNow: begins }),
          progress: say,
          files: makeFileStore(config),
          desk: { appUrl, config },
        })
      : null
    const demoClock = fixed ? null : await readDemoClock(ownerUrl)
    const clock = fixed ?? demoClock ?? real
    const webRoot = path.join(root, 'web/dist')
    const application = await makeApplication({
      config,
      appUrl,
      clock,
      log,
      ...(existsSync(webRoot) ? { webRoot } : {}),
    })
    await application.http.listen({ host: config.HOST, port: config.PORT })
    const address = application.http.addresses()[0]
    const here = `http://${config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST}:${typeof address === 'object' ? address.port : config.PORT}`
    say('')
    say(`牙本 Dentin 已启动：${here}`)
    // The secret stands behind the #: browsers send that part to no server, so it is in no log but this one.
    const first = await makeFirstLink(application.services)
    if (first) {
      say('平台控制台还没有管理员。请在 24 小时内打开下面的链接设置（只能用一次，重新启动会给新的）：')
      say(`  ${(config.PUBLIC_ORIGIN ?? here).replace(/\/$/, '')}/platform/setup#${first.token}`)
    }
    if (demo) {
      say('演示账号（密码均为 ' + demo.password + '）：')
      for (const account of demo.accounts)
        say(`  ${account.loginName.padEnd(12)} ${account.post}  ${account.name}  ${account.clinics}`)
    }
    if (demoClock)
      say(`演示门诊有自己的时间，现在是 ${formatDateTime(clock.now()).slice(0, 16)}；页面上方可以回到真实时间`)
    say(`数据目录：${config.DATABASE_URL ? '外部数据库' : config.dataDir}`)
    say('按 Ctrl+C 停止')
    void application.startJobs().catch((error: Error) => log.error({ err: error }, 'jobs did not start'))

    const letClockStand = demoClock
      ? watchDemoClock(application.services.database, demoClock, (error) =>
          log.warn({ err: error }, 'demo clock not written down'),
        )
      : null
    const stop = async (signal: string) => {
      if (stopping) return
      stopping = true
      say(`收到 ${signal}，正在停止……`)
      const late = setTimeout(() => process.exit(1), 25_000)
      await letClockStand?.()
      await application.stop()
      await postgres?.stop()
      clearTimeout(late)
      process.exit(0)
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal))
  } catch (error) {
    await postgres?.stop()
    throw error
  }
}

function findRoot(from: string): string {
  let folder = from
  while (!existsSync(path.join(folder, 'server/db/migrations'))) {
    const parent = path.dirname(folder)
    if (parent === folder) throw new Error('找不到 server/db/migrations')
    folder = parent
  }
  return folder
}

/** Refuses to begin where the database could not finish what it begins. */
async function mustHaveRoom(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const room = await diskRoom(folder)
  if (isDiskFull(room)) throw new Error(fullWords(folder, `只剩 ${sizeWords(room.freeBytes)}`))
}

const fullWords = (folder: string, state: string) =>
  `磁盘已满（${state}）：${folder}。请清理磁盘，或把 DATA_DIR 指到有空间的磁盘（连同原有数据一起搬过去），然后重新启动；已有的数据没有损坏`

start().catch((error: Error) => {
  process.stderr.write(
    error instanceof ConfigError
      ? `${error.message}\n`
      : saysDiskFull(error)
        ? `启动失败：${fullWords(path.resolve(process.env.DATA_DIR ?? './data'), '写不进去')}\n`
        : `启动失败：${error.message}\n${error instanceof Error && process.env.LOG_LEVEL === 'debug' ? error.stack : ''}\n`,
  )
  process.exit(1)
})
