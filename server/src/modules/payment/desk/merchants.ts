import type { contract, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { pemKey } from '../../../platform/config.ts'
import { columns, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { vaultOf } from '../../../platform/security/vault.ts'
import type { Services } from '../../../platform/services.ts'
import { alipayGateway } from '../gateways/alipay.ts'
import { NOTICE_PATHS, type Gateway, type GatewayName } from '../gateways/gateway.ts'
import { sandboxOrigin } from '../gateways/index.ts'
import { wechatGateway } from '../gateways/wechat.ts'
import { sandboxAlipay, sandboxWechat } from '../sandbox/settings.ts'

/** A gateway with which a clinic takes its patients' money. */
export interface ClinicGateway {
  gateway: Gateway
  /** The clinic's merchant; null: the stand-in. */
  merchantId: string | null
}

/** Where gateways tell of the money of a clinic. */
export const clinicNoticePath = (name: GatewayName, { tenantId, clinicId }: { tenantId: string; clinicId: string }) =>
  `${NOTICE_PATHS[name]}/${tenantId}/${clinicId}`

const merchantList = select(
  columns(
    'clinic_merchant',
    'm',
    'id',
    'gateway',
    'app_id',
    'merchant_no',
    'serial_no',
    'public_key_id',
    'public_key',
    'private_key_tail',
    'api_key_tail',
    'enabled',
    'tested_at',
    'test_result',
    'version',
  ),
)
const sealedOf = select(columns('clinic_merchant', 'm', 'sealed_private_key', 'sealed_api_key'))
type MerchantRow = RowIn<typeof merchantList>

/** What a merchant's page shows of it: of its keys the last characters. */
export type MerchantFace = Omit<MerchantRow, 'publicKey'> & { publicKeyTail: string }

function faceOf({ publicKey, ...row }: MerchantRow): MerchantFace {
  return { ...row, publicKeyTail: tailOf(publicKey) }
}

export async function merchantsOf(tx: TenantTx, clinicId: string): Promise<MerchantFace[]> {
  const rows = await tx.rows(
    merchantList.from`clinic_merchant m where ${tx.own('m')} and m.clinic_id = ${clinicId} order by m.gateway desc`,
  )
  return rows.map(faceOf)
}

const merchantOf = (tx: TenantTx, clinicId: string, name: GatewayName) =>
  tx.row(
    merchantList.from`clinic_merchant m where ${tx.own('m')} and m.clinic_id = ${clinicId} and m.gateway = ${name}`,
  )

/** What a sealed key belongs to: it opens only for the same company, clinic, gateway and use. */
const belongsTo = (of: { tenantId: string; clinicId: string }, name: GatewayName, use: 'private' | 'api') =>
  `clinic-merchant:${of.tenantId}:${of.clinicId}:${name}:${use}`

/** The last characters of a key, without what every PEM ends with. */
const tailOf = (text: string): string => text.replace(/-----[^-]+-----|[\s=]/g, '').slice(-4)

/** A key in the form that the gateways' libraries want. */
function keyOf(kind: 'private' | 'public', text: string, field: string): string {
  const read = pemKey(kind).safeParse(text)
  if (read.success) return read.data
  throw fieldError('MERCHANT_KEY_WRONG', field, kind === 'private' ? '应为 RSA 私钥（PEM）' : '应为 RSA 公钥（PEM）')
}

/** Writes the merchant of a clinic; keys are sealed before they are stored, and those left out stay as they are. */
export async function saveMerchant(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.scanPay.saveMerchant>,
): Promise<MerchantFace> {
  const { tx, clinicId } = ctx
  const vault = vaultOf(ctx.services.config)
  const before = await merchantOf(tx, clinicId, input.gateway)
  const wechat = input.gateway === 'wechat'
  const must = (field: keyof typeof input, right: boolean, message: string) => {
    if (!right) throw fieldError('BAD_INPUT', String(field), message)
  }
  if (wechat) {
    must('appId', /^wx[0-9a-f]{16}$/.test(input.appId), '应为 wx 开头的 18 位应用编号')
    must('merchantNo', /^\d{8,10}$/.test(input.merchantNo), '商户号为 8–10 位数字')
    must('serialNo', /^[0-9A-F]{32,40}$/.test(input.serialNo), '应为证书序列号（大写十六进制）')
    must('publicKeyId', /^PUB_KEY_ID_\d+$/.test(input.publicKeyId), '应为 PUB_KEY_ID_ 开头的编号')
    must('apiKey', input.apiKey === '' ? !!before : /^[0-9A-Za-z]{32}$/.test(input.apiKey), '应为 32 位字母数字')
  } else {
    must('appId', /^\d{16}$/.test(input.appId), '应用编号为 16 位数字')
    must('merchantNo', input.merchantNo === '' || /^2088\d{12}$/.test(input.merchantNo), '应为 2088 开头的 16 位数字')
  }
  must('privateKey', input.privateKey !== '' || !!before, '请填写私钥')
  must('publicKey', input.publicKey !== '' || !!before, wechat ? '请填写微信支付公钥' : '请填写支付宝公钥')
  const privateKey = input.privateKey && keyOf('private', input.privateKey, 'privateKey')
  const apiKey = wechat ? input.apiKey : ''
  const row = {
    app_id: input.appId,
    merchant_no: input.merchantNo,
    serial_no: wechat ? input.serialNo : '',
    public_key_id: wechat ? input.publicKeyId : '',
    enabled: input.enabled,
    // Tested is what was tested.
    tested_at: null,
    test_result: '',
    ...(input.publicKey ? { public_key: keyOf('public', input.publicKey, 'publicKey') } : {}),
    ...(privateKey
      ? {
          sealed_private_key: vault.seal(privateKey, belongsTo(ctx, input.gateway, 'private')),
          private_key_tail: tailOf(privateKey),
        }
      : {}),
    ...(apiKey
      ? { sealed_api_key: vault.seal(apiKey, belongsTo(ctx, input.gateway, 'api')), api_key_tail: apiKey.slice(-4) }
      : {}),
  }
  if (before) {
    if (input.version === undefined) throw new AppError('VERSION_CONFLICT', { data: { version: before.version } })
    await tx.update('clinic_merchant', { id: before.id, version: input.version }, row)
  } else {
    await tx.insert('clinic_merchant', {
      id: uuidv7(),
      clinic_id: clinicId,
      gateway: input.gateway,
      created_at: tx.now,
      updated_at: tx.now,
      ...(row as Required<typeof row>),
    } as Parameters<typeof tx.insert<'clinic_merchant'>>[1])
  }
  return faceOf((await merchantOf(tx, clinicId, input.gateway)) as MerchantRow)
}

/** A clinic of a company. */
export interface Place {
  tenantId: string
  clinicId: string
}

const opened = new WeakMap<Services, Map<string, ClinicGateway>>()

/**
 * The gateway of a clinic: its own merchant, else (where the environment allows it) the stand-in. The provider's merchant
 * never takes patients' money. It opens its own transaction: nobody holds another one meanwhile.
 */
export async function clinicGateway(services: Services, of: Place, name: GatewayName): Promise<ClinicGateway | null> {
  const { merchant, sealed } = await services.database.withTenant(of.tenantId, of.clinicId, async (tx) => {
    const row = await merchantOf(tx, of.clinicId, name)
    return { merchant: row, sealed: row && (await sealedKeysOf(tx, row.id)) }
  })
  if (merchant && !merchant.enabled) return null
  const known = opened.get(services) ?? new Map<string, ClinicGateway>()
  opened.set(services, known)
  const key = merchant ? `${merchant.id}:${merchant.version}` : `${of.tenantId}:${of.clinicId}:${name}`
  const ready =
    known.get(key) ??
    (merchant && sealed
      ? { gateway: openGateway(services, merchant, sealed, of), merchantId: merchant.id }
      : await standIn(services, name, of))
  if (ready) known.set(key, ready)
  return ready
}

const sealedKeysOf = (tx: TenantTx, id: string) =>
  tx.need(sealedOf.from`clinic_merchant m where ${tx.own('m')} and m.id = ${id}`)

function openGateway(services: Services, merchant: MerchantRow, sealed: RowIn<typeof sealedOf>, of: Place): Gateway {
  const { config, clock } = services
  const name = merchant.gateway as GatewayName
  const vault = vaultOf(config)
  const ours = config.PUBLIC_ORIGIN?.replace(/\/$/, '') ?? ''
  const common = {
    appId: merchant.appId,
    privateKey: vault.open(sealed.sealedPrivateKey, belongsTo(of, name, 'private')),
    notifyUrl: `${ours}${clinicNoticePath(name, of)}`,
    sandbox: false,
  }
  return name === 'alipay'
    ? alipayGateway(
        {
          ...common,
          publicKey: merchant.publicKey,
          sellerId: merchant.merchantNo || null,
          gateway: config.ALIPAY_GATEWAY,
          returnOrigin: ours,
        },
        clock,
      )
    : wechatGateway(
        {
          ...common,
          mchId: merchant.merchantNo,
          serialNo: merchant.serialNo,
          apiV3Key: vault.open(sealed.sealedApiKey ?? '', belongsTo(of, name, 'api')),
          publicKey: { id: merchant.publicKeyId, pem: merchant.publicKey },
          gateway: config.WECHAT_PAY_GATEWAY.replace(/\/$/, ''),
        },
        clock,
      )
}

async function standIn(
  services: Services,
  name: GatewayName,
  of: { tenantId: string; clinicId: string },
): Promise<ClinicGateway | null> {
  const origin = sandboxOrigin(services)
  if (!origin) return null
  const path = clinicNoticePath(name, of)
  const { database, clock } = services
  const gateway =
    name === 'alipay'
      ? alipayGateway(await sandboxAlipay(database, origin, path), clock)
      : wechatGateway(await sandboxWechat(database, origin, path), clock)
  return { gateway, merchantId: null }
}

/** Which ways a clinic offers, for its desk. */
export async function offersOf(tx: TenantTx, services: Services, clinicId: string) {
  const rows = await tx.rows(
    select(columns('clinic_merchant', 'm', 'gateway', 'enabled'))
      .from`clinic_merchant m where ${tx.own('m')} and m.clinic_id = ${clinicId}`,
  )
  const of = (name: GatewayName) => {
    const own = rows.find(({ gateway }) => gateway === name)
    const sandbox = !own && !services.config.isProduction
    return { offered: own ? own.enabled : sandbox, sandbox }
  }
  return { wechat: of('wechat'), alipay: of('alipay') }
}

/** Keeps what a test came to. */
export async function keepTest(tx: TenantTx, merchantId: string, passed: boolean, result: string): Promise<void> {
  await tx.update(
    'clinic_merchant',
    { id: merchantId },
    { ...(passed ? { tested_at: tx.now } : {}), test_result: result.slice(0, 200) },
    { action: 'test' },
  )
}

/** A merchant that is there, for its test. */
export async function merchantToTest(services: Services, of: Place, name: GatewayName) {
  const ready = await clinicGateway(services, of, name)
  if (!ready?.merchantId) throw new AppError('MERCHANT_NOT_SET')
  return { merchantId: ready.merchantId, gateway: ready.gateway }
}

/** What the last test of a merchant came to. */
export async function testResultOf(tx: TenantTx, clinicId: string, name: GatewayName): Promise<string> {
  return (await merchantOf(tx, clinicId, name))?.testResult ?? ''
}
