import { createPrivateKey, createPublicKey } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'

const webAddress = z.url({ protocol: /^https?$/, error: '应为 https://… 地址' }).optional()
const flag = (value: boolean) => z.stringbool({ error: '应为 true 或 false' }).default(value)

/** An RSA key as PEM, or as the base64 between its lines; '\\n' stands for a line break. Read into PEM. */
/** A key in PEM, or its base64 alone; given back as PEM. */
export function pemKey(kind: 'private' | 'public') {
  const label = kind === 'private' ? 'PRIVATE KEY' : 'PUBLIC KEY'
  const error = kind === 'private' ? '应为 RSA 私钥（PKCS8，PEM 格式）' : '应为 RSA 公钥（PEM 格式）'
  return z.string().transform((text, context) => {
    const given = text.replaceAll('\\n', '\n').trim()
    const pem = given.includes('-----') ? given : `-----BEGIN ${label}-----\n${given}\n-----END ${label}-----`
    try {
      const key = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem)
      if (key.asymmetricKeyType !== 'rsa') throw new Error('not RSA')
      return kind === 'private'
        ? (key.export({ type: 'pkcs8', format: 'pem' }) as string)
        : (key.export({ type: 'spki', format: 'pem' }) as string)
    } catch {
      context.addIssue({ code: 'custom', message: error })
      return z.NEVER
    }
  })
}

/** Every setting of the server: name, default and what it is for. Read once, from the environment. */
const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'staging', 'production'], { error: '应为 development、test、staging 或 production' })
    .default('development'),
  HOST: z.string().default('127.0.0.1').describe('监听地址'),
  PORT: z.coerce
    .number({ error: '应为 0–65535 的整数' })
    .int()
    .min(0, { error: '应为 0–65535 的整数' })
    .max(65535, { error: '应为 0–65535 的整数' })
    .default(3000)
    .describe('监听端口，0 为任选'),
  DATA_DIR: z.string().min(1).default('./data').describe('内置数据库与本地文件所在目录'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: '应为 postgres://… 连接串' })
    .optional()
    .describe('外部 PostgreSQL（应用角色）；不填则启动内置数据库'),
  DATABASE_OWNER_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: '应为 postgres://… 连接串' })
    .optional()
    .describe('外部 PostgreSQL（表所有者，只用于结构升级）'),
  DATABASE_POOL: z.coerce
    .number({ error: '应为 2–200 的整数' })
    .int()
    .min(2)
    .max(200)
    .default(20)
    .describe('数据库连接数上限'),
  EXPORT_DIRECT_ROWS: z.coerce
    .number({ error: '应为 1–200000 的整数' })
    .int()
    .min(1)
    .max(200_000)
    .default(100_000)
    .describe('当场给出的导出最多多少行，更多的转为后台导出'),
  EXPORT_MOST_ROWS: z.coerce
    .number({ error: '应为 1–1000000 的整数' })
    .int()
    .min(1)
    .max(1_000_000)
    .default(200_000)
    .describe('一份导出最多多少行，更多的请缩小范围'),
  PRINT_DIRECT_PAPERS: z.coerce
    .number({ error: '应为 1–1000 的整数' })
    .int()
    .min(1)
    .max(1000)
    .default(60)
    .describe('连续打印当场给出的最多多少份，更多的转为后台生成'),
  EXPORT_DIRECT_SECONDS: z.coerce
    .number({ error: '应为 1–30 的数字' })
    .min(1)
    .max(30)
    .default(30)
    .describe('当场给出的导出最多几秒，没给完的转为后台导出'),
  SESSION_SECRET: z
    .string()
    .min(32, { error: '应为至少 32 个字符的随机串' })
    .optional()
    .describe('短时凭据的签名密钥，生产环境必填'),
  SERVER_KEY: z
    .string()
    .min(32, { error: '应为至少 32 个字符的随机串' })
    .optional()
    .describe('加密平台账号动态口令密钥的主密钥；不填则在 DATA_DIR 生成并保存，多进程时必须填同一个'),
  SESSION_HOURS: z.coerce.number({ error: '应为 1–168 的数字' }).min(1).max(168).default(12).describe('登录有效小时数'),
  PUBLIC_ORIGIN: z.url({ error: '应为 https://… 地址' }).optional().describe('对外访问的地址'),
  TOKEN_MESSAGE_ORIGINS: z
    .string()
    .default('')
    .transform((text, context) => {
      const origins = text
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean)
      if (origins.some((each) => !/^https?:/.test(each) || !URL.canParse(each) || new URL(each).origin !== each)) {
        context.addIssue({ code: 'custom', message: '应为来源的列表，如 https://old.example.com，逗号分隔，不带路径' })
        return z.NEVER
      }
      return origins
    })
    .describe('允许跨窗口传递令牌的来源，逗号分隔，默认无'),
  TRUST_PROXY: flag(false).describe('在反向代理之后运行时为 true'),
  S3_ENDPOINT: z.url({ error: '应为 https://… 地址' }).optional().describe('S3 兼容存储地址；不填则存本地'),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  ALIPAY_APP_ID: z
    .string()
    .regex(/^\d{16}$/, { error: '应为 16 位数字' })
    .optional()
    .describe('支付宝应用编号'),
  ALIPAY_PRIVATE_KEY: pemKey('private').optional().describe('应用私钥（PKCS8，PEM 或去掉首尾行的 base64）'),
  ALIPAY_PUBLIC_KEY: pemKey('public').optional().describe('支付宝公钥（不是应用公钥）'),
  ALIPAY_SELLER_ID: z
    .string()
    .regex(/^2088\d{12}$/, { error: '应为 2088 开头的 16 位数字' })
    .optional(),
  ALIPAY_GATEWAY: z
    .url({ protocol: /^https$/, error: '应为 https://… 地址' })
    .default('https://openapi.alipay.com/gateway.do'),
  WECHAT_PAY_APP_ID: z
    .string()
    .regex(/^wx[0-9a-f]{16}$/, { error: '应为 wx 开头的 18 位应用编号' })
    .optional(),
  WECHAT_PAY_MCH_ID: z
    .string()
    .regex(/^\d{8,10}$/, { error: '应为 8–10 位数字' })
    .optional()
    .describe('微信支付商户号'),
  WECHAT_PAY_SERIAL_NO: z
    .string()
    .regex(/^[0-9A-F]{32,40}$/, { error: '应为证书序列号（大写十六进制）' })
    .optional()
    .describe('商户 API 证书序列号'),
  WECHAT_PAY_PRIVATE_KEY: pemKey('private').optional().describe('商户 API 私钥'),
  WECHAT_PAY_API_V3_KEY: z
    .string()
    .regex(/^[0-9A-Za-z]{32}$/, { error: '应为 32 位字母数字' })
    .optional(),
  WECHAT_PAY_PUBLIC_KEY_ID: z
    .string()
    .regex(/^PUB_KEY_ID_\d+$/, { error: '应为 PUB_KEY_ID_ 开头的编号' })
    .optional()
    .describe('微信支付公钥编号；不填则用平台证书'),
  WECHAT_PAY_PUBLIC_KEY: pemKey('public').optional().describe('微信支付公钥'),
  WECHAT_PAY_GATEWAY: z
    .url({ protocol: /^https$/, error: '应为 https://… 地址' })
    .default('https://api.mch.weixin.qq.com'),
  TRANSFER_ACCOUNT_NAME: z.string().max(100).optional().describe('对公收款户名'),
  TRANSFER_BANK: z.string().max(100).optional().describe('对公收款开户行'),
  TRANSFER_ACCOUNT_NO: z
    .string()
    .regex(/^[\d ]{8,40}$/, { error: '应为数字账号' })
    .optional()
    .describe('对公收款账号'),
  SMS_SECRET_ID: z
    .string()
    .max(100)
    .optional()
    .describe('腾讯云短信的密钥编号；不填则短信留在本地发件箱，生产环境不发短信'),
  SMS_SECRET_KEY: z.string().max(100).optional().describe('腾讯云短信的密钥'),
  SMS_APP_ID: z
    .string()
    .regex(/^\d{6,12}$/, { error: '应为数字编号' })
    .optional()
    .describe('短信应用编号 SdkAppId'),
  SMS_SIGN: z.string().max(20, { error: '不能超过 20 个字' }).optional().describe('短信签名，如 牙本口腔'),
  SMS_TEMPLATE_CODE: z
    .string()
    .regex(/^\d{4,12}$/, { error: '应为数字编号' })
    .optional()
    .describe('验证码模板编号，模板只有一个变量：验证码'),
  SMS_TEMPLATE_NOTICE: z
    .string()
    .regex(/^\d{4,12}$/, { error: '应为数字编号' })
    .optional()
    .describe('通知模板编号，模板只有一个变量：正文'),
  SMS_TEMPLATE_MARKETING: z
    .string()
    .regex(/^\d{4,12}$/, { error: '应为数字编号' })
    .optional()
    .describe('营销模板编号，模板只有一个变量：正文'),
  SMS_GATEWAY: z.url({ protocol: /^https?$/, error: '应为 https://… 地址' }).default('https://sms.tencentcloudapi.com'),
  WECHAT_APP_ID: z
    .string()
    .regex(/^wx[0-9a-f]{16}$/, { error: '应为 wx 开头的 18 位应用编号' })
    .optional()
    .describe('微信公众号的应用编号；不填则没有微信授权登录'),
  WECHAT_APP_SECRET: z
    .string()
    .regex(/^[0-9a-f]{32}$/, { error: '应为 32 位十六进制串' })
    .optional(),
  WECHAT_AUTHORIZE_URL: z
    .url({ protocol: /^https$/, error: '应为 https://… 地址' })
    .default('https://open.weixin.qq.com/connect/oauth2/authorize'),
  WECHAT_API_URL: z.url({ protocol: /^https?$/, error: '应为 https://… 地址' }).default('https://api.weixin.qq.com'),
  HELP_URL: webAddress.describe('帮助中心的地址；不填则页面上没有这个入口'),
  OLD_VERSION_URL: webAddress.describe('旧版系统的地址；不填则用户菜单里没有「返回旧版」'),
  SUPPORT_PHONE: z
    .string()
    .regex(/^[0-9+() -]{5,30}$/, { error: '应为电话号码' })
    .optional()
    .describe('客服电话'),
  SUPPORT_HOURS: z.string().max(60, { error: '不能超过 60 个字' }).optional().describe('客服的服务时间，原样显示'),
  SUPPORT_CHAT_URL: webAddress.describe('在线客服的地址，在新窗口打开；不填则页面上没有这个入口'),
  SUPPORT_CHAT_SECRET: z
    .string()
    .min(32, { error: '应为至少 32 个字符的随机串' })
    .optional()
    .describe('与在线客服约定的签名密钥，用来证明访客是谁'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: '应为 trace、debug、info、warn、error 或 silent',
    })
    .default('info'),
  DEMO: flag(true).describe('首次启动时建立演示门诊'),
  DEMO_PUBLIC: flag(false).describe('演示环境要让别的机器访问时为 true：每一页都会标明，生产环境不用'),
  CLOCK_AT: z
    .string()
    .optional()
    .describe('把系统时间固定从某一刻开始（演示与测试用，生产环境拒绝），如 2026-11-20 10:42:00'),
})

export type Config = Readonly<z.infer<typeof settings>> & { readonly dataDir: string; readonly isProduction: boolean }

/** Is this an address that only the machine itself reaches? An IPv4 address may come wrapped in an IPv6 one. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '').toLowerCase()
  return plain === 'localhost' || plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain)
}

/** Secrets that stand in documents and examples. */
const SAMPLE_SECRETS = ['change-me', 'changeme', 'secret', 'sample', 'example', '0123456789', 'please-change']

/** A setting is wrong: which one, what it is, what was expected. */
export class ConfigError extends Error {}

/**
 * Reads and checks the settings.
 * @throws ConfigError naming each wrong setting and what was expected
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const known = Object.keys(settings.shape)
  const given = Object.fromEntries(
    known.map((name) => [name, environment[name] === '' ? undefined : environment[name]]),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues
        .map((issue) => {
          const name = issue.path.join('.')
          // A message may end in a log: what opens doors is not repeated.
          const shown = /SECRET|_URL$|KEY/.test(name) ? '' : `（${String(given[name])}）`
          return `设置 ${name} 不正确${shown}：${issue.message}`
        })
        .join('\n'),
    )
  }
  const config = parsed.data
  const problems: string[] = []
  // What people try before it goes live is guarded as if it were.
  const isProduction = config.NODE_ENV === 'production' || config.NODE_ENV === 'staging'
  if (isProduction) {
    if (!config.SESSION_SECRET) problems.push('生产环境必须设置 SESSION_SECRET（至少 32 个字符的随机串）')
    else if (
      SAMPLE_SECRETS.some((sample) => config.SESSION_SECRET?.toLowerCase().includes(sample)) ||
      new Set(config.SESSION_SECRET).size < 12
    )
      problems.push('SESSION_SECRET 是示例值或过于简单，请换成随机串')
    if (config.CLOCK_AT) problems.push('生产环境不能设置 CLOCK_AT')
  }
  // What is for trying (codes in the outbox, sandbox payments, demo passwords) is open to whoever reaches the address.
  if (!isProduction && !isLoopback(config.HOST) && !config.DEMO_PUBLIC)
    problems.push(
      `HOST=${config.HOST} 会让别的机器访问，而现在是试用环境（验证码可见、模拟支付、演示密码）。请设置 NODE_ENV=production；只是公开演示时设置 DEMO_PUBLIC=true`,
    )
  if (isProduction && config.DEMO_PUBLIC) problems.push('生产环境不能设置 DEMO_PUBLIC')
  if (config.CLOCK_AT && !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(config.CLOCK_AT))
    problems.push('设置 CLOCK_AT 应为 2026-11-20 10:42:00 的格式')
  if (config.DATABASE_URL && !config.DATABASE_OWNER_URL)
    problems.push('设置了 DATABASE_URL 时也要设置 DATABASE_OWNER_URL（表所有者，用于结构升级）')
  if (config.S3_ENDPOINT && !(config.S3_BUCKET && config.S3_ACCESS_KEY_ID && config.S3_SECRET_ACCESS_KEY))
    problems.push('设置了 S3_ENDPOINT 时也要设置 S3_BUCKET、S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY')
  problems.push(...paymentProblems(config))
  if (Boolean(config.WECHAT_APP_ID) !== Boolean(config.WECHAT_APP_SECRET))
    problems.push('WECHAT_APP_ID 与 WECHAT_APP_SECRET 要同时设置')
  if (config.WECHAT_APP_ID && !config.PUBLIC_ORIGIN)
    problems.push('设置了 WECHAT_APP_ID 时也要设置 PUBLIC_ORIGIN（微信授权后回到这个地址）')
  const smsMissing = (
    ['SMS_SECRET_ID', 'SMS_SECRET_KEY', 'SMS_APP_ID', 'SMS_SIGN', 'SMS_TEMPLATE_CODE'] as const
  ).filter((name) => !config[name])
  if (smsMissing.length > 0 && smsMissing.length < 5)
    problems.push(`设置了短信通道的一部分，还缺 ${smsMissing.join('、')}`)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return { ...config, dataDir: path.resolve(config.DATA_DIR), isProduction }
}

/** A gateway is configured wholly or not at all, and needs an address at which it can reach us. */
function paymentProblems(config: z.infer<typeof settings>): string[] {
  const problems: string[] = []
  const together = (what: string, names: readonly (keyof typeof config)[]) => {
    const missing = names.filter((name) => !config[name])
    if (missing.length === names.length) return
    if (missing.length > 0) problems.push(`设置了${what}的一部分，还缺 ${missing.join('、')}`)
    else if (what !== '对公收款账户' && !config.PUBLIC_ORIGIN?.startsWith('https://'))
      problems.push(`设置了${what}时也要设置 PUBLIC_ORIGIN（https，支付平台向它发送通知）`)
  }
  together('支付宝', ['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'])
  together('微信支付', [
    'WECHAT_PAY_APP_ID',
    'WECHAT_PAY_MCH_ID',
    'WECHAT_PAY_SERIAL_NO',
    'WECHAT_PAY_PRIVATE_KEY',
    'WECHAT_PAY_API_V3_KEY',
  ])
  if (Boolean(config.WECHAT_PAY_PUBLIC_KEY) !== Boolean(config.WECHAT_PAY_PUBLIC_KEY_ID))
    problems.push('WECHAT_PAY_PUBLIC_KEY 与 WECHAT_PAY_PUBLIC_KEY_ID 要同时设置')
  together('对公收款账户', ['TRANSFER_ACCOUNT_NAME', 'TRANSFER_BANK', 'TRANSFER_ACCOUNT_NO'])
  return problems
}
