import type { contract, ParsedInput } from '@dentin/contract'
import { taxNoProblem } from '@dentin/contract/invoice'
import { uuidv7 } from '@dentin/kit'
import { pemKey } from '../../platform/config.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ApartContext, ClinicContext } from '../../platform/http/context.ts'
import { vaultOf } from '../../platform/security/vault.ts'
import type { Services } from '../../platform/services.ts'
import { sandboxOrigin } from '../payment/index.ts'
import { httpPlatform } from './platform/http.ts'
import { PlatformUnsure, type InvoicePlatform, type Seller } from './platform/platform.ts'
import { sandboxPlatform } from './sandbox/settings.ts'

/** A clinic of a company. */
export interface Place {
  tenantId: string
  clinicId: string
}

const accountList = select(
  columns(
    'invoice_account',
    'a',
    'id',
    'seller_name',
    'tax_no',
    'address',
    'phone',
    'bank_name',
    'bank_account',
    'drawer',
    'rule',
    'service_rate',
    'goods_rate',
    'enabled',
    'address_url',
    'app_id',
    'public_key',
    'private_key_tail',
    'tested_at',
    'test_result',
    'version',
  ),
)
const sealedOf = select(columns('invoice_account', 'a', 'sealed_private_key'))
export type AccountRow = RowIn<typeof accountList>

export const accountOf = (tx: TenantTx, clinicId: string): Promise<AccountRow | undefined> =>
  tx.row(accountList.keptFrom`invoice_account a where ${tx.own('a')} and a.clinic_id = ${clinicId}`)

/** Without a platform of its own the stand-in issues for it, where the environment has one. */
const isSandbox = (account: Pick<AccountRow, 'addressUrl'>): boolean => account.addressUrl === ''

/** Why a clinic can't issue; '' when it can. */
export function whyNot(services: Services, account: AccountRow | undefined): string {
  if (!account) return '本门诊还没有填写开票账号'
  if (!account.enabled) return '本门诊的开票已停用'
  return isSandbox(account) && services.config.isProduction ? '本门诊的开票账号没有填写平台' : ''
}

/** The account of a clinic that issues now. @throws INVOICE_NOT_OFFERED */
export async function accountInUse(tx: TenantTx, services: Services, clinicId: string): Promise<AccountRow> {
  const account = await accountOf(tx, clinicId)
  const why = whyNot(services, account)
  if (!account || why) throw new AppError('INVOICE_NOT_OFFERED', { message: why })
  return account
}

export const sellerOf = (account: AccountRow): Seller => ({
  name: account.sellerName,
  taxNo: account.taxNo,
  address: account.address,
  phone: account.phone,
  bankName: account.bankName,
  bankAccount: account.bankAccount,
  drawer: account.drawer,
})

const tailOf = (text: string): string => text.replace(/-----[^-]+-----|[\s=]/g, '').slice(-4)
export const faceOf = ({ publicKey, ...row }: AccountRow) => ({
  ...row,
  publicKeyTail: tailOf(publicKey),
  sandbox: isSandbox(row),
})

const belongsTo = (of: Place) => `invoice-account:${of.tenantId}:${of.clinicId}:private`

function keyOf(kind: 'private' | 'public', text: string, field: string): string {
  const read = pemKey(kind).safeParse(text)
  if (read.success) return read.data
  throw fieldError('INVOICE_KEY_WRONG', field, kind === 'private' ? '应为 RSA 私钥（PEM）' : '应为 RSA 公钥（PEM）')
}

/** An address under which a platform may stand. */
function addressOf(text: string, services: Services): string {
  try {
    const url = new URL(text)
    const local = !services.config.isProduction && url.protocol === 'http:'
    if ((url.protocol === 'https:' || local) && url.search === '' && url.hash === '' && url.username === '')
      return url.href.replace(/\/$/, '')
  } catch {
    // Said below.
  }
  throw fieldError('BAD_INPUT', 'addressUrl', '应为 https:// 开头的地址')
}

/** Writes the account of a clinic; the key is sealed before it is stored, and one left out stays as it is. */
export async function saveAccount(ctx: ClinicContext, input: ParsedInput<typeof contract.invoice.saveAccount>) {
  const { tx, clinicId, services } = ctx
  const before = await accountOf(tx, clinicId)
  const problem = taxNoProblem(input.taxNo)
  if (problem) throw fieldError('BAD_INPUT', 'taxNo', problem)
  const own = input.addressUrl !== ''
  const must = (field: keyof typeof input, right: boolean, message: string) => {
    if (!right) throw fieldError('BAD_INPUT', String(field), message)
  }
  if (own) {
    must('appId', /^[\w-]{4,64}$/.test(input.appId), 'AppID 为 4–64 位字母、数字、下划线或连字符')
    must('privateKey', input.privateKey !== '' || !!before?.privateKeyTail, '请填写私钥')
    must('publicKey', input.publicKey !== '' || !!before?.publicKey, '请填写平台公钥')
  } else must('appId', input.appId === '', '填写 AppID 时也要填写平台地址')
  const privateKey = own && input.privateKey ? keyOf('private', input.privateKey, 'privateKey') : ''
  const row = {
    seller_name: input.sellerName,
    tax_no: input.taxNo,
    address: input.address,
    phone: input.phone,
    bank_name: input.bankName,
    bank_account: input.bankAccount,
    drawer: input.drawer,
    rule: input.rule,
    service_rate: input.serviceRate,
    goods_rate: input.goodsRate,
    enabled: input.enabled,
    address_url: own ? addressOf(input.addressUrl, services) : '',
    app_id: own ? input.appId : '',
    // Tested is what was tested.
    tested_at: null,
    test_result: '',
    ...(own
      ? input.publicKey
        ? { public_key: keyOf('public', input.publicKey, 'publicKey') }
        : {}
      : { public_key: '' }),
    ...(own
      ? privateKey
        ? {
            sealed_private_key: vaultOf(services.config).seal(privateKey, belongsTo(ctx)),
            private_key_tail: tailOf(privateKey),
          }
        : {}
      : { sealed_private_key: null, private_key_tail: '' }),
  }
  if (before) {
    if (input.version === undefined) throw new AppError('VERSION_CONFLICT', { data: { version: before.version } })
    await tx.update('invoice_account', { id: before.id, version: input.version }, row)
  } else
    await tx.insert('invoice_account', {
      id: uuidv7(),
      clinic_id: clinicId,
      created_at: tx.now,
      updated_at: tx.now,
      ...(row as Required<typeof row>),
    } as Parameters<typeof tx.insert<'invoice_account'>>[1])
  return faceOf((await accountOf(tx, clinicId)) as AccountRow)
}

const opened = new WeakMap<Services, Map<string, InvoicePlatform>>()

/**
 * The platform of a clinic with the account that it has now, switched off or not: what was begun is followed all the same. It opens
 * its own transaction: nobody holds another one meanwhile.
 */
export async function platformOf(
  services: Services,
  of: Place,
): Promise<{ platform: InvoicePlatform; account: AccountRow } | null> {
  const { account, sealed } = await services.database.withTenant(of.tenantId, of.clinicId, async (tx) => {
    const row = await accountOf(tx, of.clinicId)
    return {
      account: row,
      sealed: row && (await tx.need(sealedOf.from`invoice_account a where ${tx.own('a')} and a.id = ${row.id}`)),
    }
  })
  if (!account || !sealed) return null
  const known = opened.get(services) ?? new Map<string, InvoicePlatform>()
  opened.set(services, known)
  const key = `${account.id}:${account.version}`
  const ready =
    known.get(key) ??
    (isSandbox(account)
      ? await standIn(services)
      : httpPlatform(
          {
            url: account.addressUrl,
            appId: account.appId,
            privateKey: vaultOf(services.config).open(sealed.sealedPrivateKey ?? '', belongsTo(of)),
            publicKey: account.publicKey,
            sandbox: false,
          },
          services.clock,
        ))
  if (!ready) return null
  known.set(key, ready)
  return { platform: ready, account }
}

async function standIn(services: Services): Promise<InvoicePlatform | null> {
  const origin = sandboxOrigin(services)
  return origin ? httpPlatform(await sandboxPlatform(services.database, origin), services.clock) : null
}

/** Asks the platform for a number that cannot exist: only an answer that it signed passes. */
export async function testAccount(ctx: ApartContext): Promise<{ passed: boolean; message: string }> {
  const found = await platformOf(ctx.services, ctx)
  if (!found) throw new AppError('INVOICE_NOT_OFFERED', { message: '请先填写开票账号' })
  const { platform, account } = found
  const passed = await platform.ask(`TEST${uuidv7().replaceAll('-', '')}`, account.taxNo).then(
    ({ state }) => state === 'missing',
    (error: unknown) => {
      if (error instanceof PlatformUnsure) return false
      throw error
    },
  )
  const message = passed ? '测试通过：平台认得签名' : '平台没有给出可信的答复，请核对地址、AppID 和密钥'
  await ctx.open((tx) =>
    tx.update(
      'invoice_account',
      { id: account.id },
      { ...(passed ? { tested_at: tx.now } : {}), test_result: message },
      { action: 'test' },
    ),
  )
  return { passed, message }
}
