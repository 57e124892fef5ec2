/**
 * Prints a token for a demo account: `npm run -s session -- ACCOUNT [CLINIC]`. Works on the database that the settings
 * name, or on the embedded one of a running server. Refuses in production.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openSessionFor } from '../server/src/modules/identity/index.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { ConfigError, readConfig } from '../server/src/platform/config.ts'
import { Database } from '../server/src/platform/database/database.ts'
import { withCredentials } from '../server/src/platform/database/migrate.ts'
import { AppError } from '../server/src/platform/errors.ts'

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const [account, clinic] = process.argv.slice(2)
if (!account) fail('用法：npm run -s session -- 账号 [门诊名称]')

let config
try {
  config = readConfig(process.env)
} catch (error) {
  fail(error instanceof ConfigError ? error.message : String(error))
}
if (config.isProduction) fail('生产环境不能用此命令取得令牌')

/** The embedded database of a server that is running: its port stands in the pid file, its password in the data folder. */
function embeddedUrl(dataDir: string): string {
  const pidFile = path.join(dataDir, 'postgres/cluster/postmaster.pid')
  const secrets = path.join(dataDir, 'database-secrets.json')
  if (!existsSync(pidFile) || !existsSync(secrets)) fail('没有正在运行的服务，请先执行 npm start')
  const port = readFileSync(pidFile, 'utf8').split('\n')[3]
  const { appPassword } = JSON.parse(readFileSync(secrets, 'utf8')) as { appPassword: string }
  return withCredentials(`postgres://127.0.0.1:${port}/dentin`, 'dentin_app', appPassword)
}

const database = new Database(config.DATABASE_URL ?? embeddedUrl(config.dataDir), systemClock(), { max: 1 })
try {
  const { token } = await database.withPlatform((tx) => openSessionFor(tx, account, clinic ? { clinic } : {}))
  process.stdout.write(`${token}\n`)
} catch (error) {
  fail(error instanceof AppError ? error.message : `取得令牌失败：${(error as Error).message}`)
} finally {
  await database.close()
}
