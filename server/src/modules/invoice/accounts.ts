import { randomBytes } from 'node:crypto'
import { isTaxNo } from '@dentin/contract/invoice'
import type { contract, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ApartContext, ClinicContext } from '../../platform/http/context.ts'
import { mayBeOutside } from '../../platform/outward.ts'
import { vaultOf } from '../../platform/security/vault.ts'
import type { Services } from '../../platform/services.ts'
import { sandboxOrigin } from '../payment/index.ts'
import { invoicePlatform, PlatformUnsure, type InvoicePlatform } from './platform.ts'
import { INVOICE_SANDBOX, sandboxSecret } from './sandbox/routes.ts'

const accounts = select(
  columns(
    'invoice_account',
    'a',
    'id',
    'tax_no',
    'seller_name',
    'rule',
    'tax_rate',
    'enabled',
    'tested_at',
    'test_result',
    'version',
  ),
  named('invoice_app', 'x', { appRef: 'id', platformUrl: 'platform_url', appId: 'app_id', secretTail: 'secret_tail' }),
)
export type AccountRow = RowIn<typeof accounts>

/** The account of a clinic. */
export const accountOf = (tx: TenantTx, clinicId: string): Promise<AccountRow | undefined> =>
  tx.row(
    accounts.keptFrom`invoice_account a join invoice_app x on ${tx.own('x')} and x.id = a.app_id
      where ${tx.own('a')} and a.clinic_id = ${clinicId}`,
  )

/** What a sealed secret belongs to: it opens only for the same company, clinic and app. */
const belongsTo = (of: { tenantId: string; clinicId: string }, platformUrl: string, appId: string) =>
  `invoice-app:${of.tenantId}:${of.clinicId}:${platformUrl}:${appId}`

/** The stand-in's app of a clinic that names none. */
const standInApp = (clinicId: string) => `sandbox-${clinicId.slice(-12)}`

/** What is wrong with the address of a platform; null: nothing. */
function addressProblem(address: string): string | null {
  const form = '应为 https:// 开头的地址，不含账号与参数'
  if (!URL.canParse(address)) return form
  const { protocol, username, password, search, hash, hostname } = new URL(address)
  if (protocol !== 'https:' || username + password + search + hash !== '') return form
  return mayBeOutside(hostname) ? null : '应为平台的公网地址，不能是本机或内网'
}

/** Writes the account of a clinic; its secret is sealed before it is stored, and one left out stays as it is. */
export async function saveAccount(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.invoice.saveAccount>,
): Promise<AccountRow> {
  const { tx, clinicId } = ctx
  if (!isTaxNo(input.taxNo)) throw fieldError('INVOICE_TAX_NO', 'taxNo')
  const standIn = input.platformUrl === ''
  if (standIn && ctx.services.config.isProduction) throw fieldError('BAD_INPUT', 'platformUrl', '请填写平台地址')
  const problem = standIn ? null : addressProblem(input.platformUrl)
  if (problem) throw fieldError('BAD_INPUT', 'platformUrl', problem)
  const appId = input.appId || (standIn ? standInApp(clinicId) : '')
  if (appId === '') throw fieldError('BAD_INPUT', 'appId', '请填写应用编号')
  const appRef = await keepApp(ctx, { platformUrl: input.platformUrl, appId, secret: input.secret })
  const before = await accountOf(tx, clinicId)
  const row = {
    tax_no: input.taxNo,
    seller_name: input.sellerName,
    app_id: appRef,
    rule: input.rule,
    tax_rate: input.taxRate,
    // Tested is what was tested.
    tested_at: null,
    test_result: '',
  }
  if (before) {
    if (input.version === undefined) throw new AppError('VERSION_CONFLICT', { data: { version: before.version } })
    await tx.update('invoice_account', { id: before.id, version: input.version }, row)
  } else
    await tx.insert('invoice_account', {
      id: uuidv7(),
      clinic_id: clinicId,
      ...row,
      created_at: tx.now,
      updated_at: tx.now,
    })
  return (await accountOf(tx, clinicId)) as AccountRow
}

const apps = select(
  columns('invoice_app', 'x', 'id', 'clinic_id', 'platform_url', 'app_id', 'sealed_secret', 'version'),
)

/** An app with its secret. Former ones are kept: what was sent with one is asked about with it. */
async function keepApp(
  ctx: ClinicContext,
  { platformUrl, appId, secret }: { platformUrl: string; appId: string; secret: string },
): Promise<string> {
  const { tx, clinicId } = ctx
  const known = await tx.row(
    apps.keptFrom`invoice_app x where ${tx.own('x')} and x.clinic_id = ${clinicId} and x.platform_url = ${platformUrl}
      and x.app_id = ${appId} for no key update of x`,
  )
  // The stand-in knows the secrets of its apps by itself.
  const given = platformUrl === '' ? randomBytes(16).toString('hex') : secret
  if (given === '') {
    if (known) return known.id
    throw fieldError('BAD_INPUT', 'secret', '请填写密钥')
  }
  if (given.length < 16) throw fieldError('BAD_INPUT', 'secret', '密钥至少 16 位')
  const sealed = {
    sealed_secret: vaultOf(ctx.services.config).seal(given, belongsTo(ctx, platformUrl, appId)),
    secret_tail: platformUrl === '' ? '' : given.slice(-4),
  }
  if (known) {
    await tx.update('invoice_app', { id: known.id }, sealed)
    return known.id
  }
  const id = uuidv7()
  await tx.insert('invoice_app', {
    id,
    clinic_id: clinicId,
    platform_url: platformUrl,
    app_id: appId,
    ...sealed,
    created_at: tx.now,
    updated_at: tx.now,
  })
  return id
}

/** Switches a clinic's account on or off. */
export async function switchAccount(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.invoice.switchAccount>,
): Promise<AccountRow> {
  const found = await accountOf(ctx.tx, ctx.clinicId)
  if (!found) throw new AppError('INVOICE_ACCOUNT_MISSING')
  await ctx.tx.update(
    'invoice_account',
    { id: found.id, version: input.version },
    { enabled: input.enabled },
    { action: input.enabled ? 'enable' : 'disable' },
  )
  return (await accountOf(ctx.tx, ctx.clinicId)) as AccountRow
}

/** The account with which a clinic issues now. @throws when there is none, or it is switched off */
export async function mustIssue(tx: TenantTx, clinicId: string): Promise<AccountRow> {
  const found = await accountOf(tx, clinicId)
  if (!found) throw new AppError('INVOICE_ACCOUNT_MISSING')
  if (!found.enabled) throw new AppError('INVOICE_OFF')
  return found
}

/** The platform of one app of a clinic, as it was when something was sent with it. It opens its own transaction. */
export async function platformOf(
  services: Services,
  of: { tenantId: string; clinicId: string },
  appRef: string,
): Promise<InvoicePlatform> {
  const app = await services.database.withTenant(of.tenantId, of.clinicId, (tx) =>
    tx.need(apps.keptFrom`invoice_app x where ${tx.own('x')} and x.id = ${appRef}`),
  )
  const { platformUrl, appId } = app
  if (platformUrl !== '') {
    const secret = vaultOf(services.config).open(app.sealedSecret, belongsTo(of, platformUrl, appId))
    return invoicePlatform({ origin: platformUrl, appId, secret }, services.clock)
  }
  const origin = sandboxOrigin(services)
  if (!origin) throw new PlatformUnsure('there is no stand-in here')
  const secret = await sandboxSecret(services.database, appId)
  return invoicePlatform({ origin: `${origin}${INVOICE_SANDBOX}`, appId, secret, isStandIn: true }, services.clock)
}

/** Asks the platform about a number that nobody gave out: an answer that is signed shows that both know the secret. */
export async function testAccount(ctx: ApartContext): Promise<{ passed: boolean; message: string }> {
  const found = await ctx.open((tx) => accountOf(tx, ctx.clinicId))
  if (!found) throw new AppError('INVOICE_ACCOUNT_MISSING')
  const platform = await platformOf(ctx.services, ctx, found.appRef)
  const outcome = await platform.ask(uuidv7().replaceAll('-', '')).then(
    ({ state }) =>
      state === 'missing'
        ? { passed: true, message: '测试通过' }
        : { passed: false, message: '平台对没有的单号给出了结果' },
    (error: unknown) => {
      if (!(error instanceof PlatformUnsure)) throw error
      return { passed: false, message: '平台没有应答，或验签没有通过' }
    },
  )
  await ctx.open((tx) =>
    tx.update(
      'invoice_account',
      { id: found.id },
      { ...(outcome.passed ? { tested_at: tx.now } : {}), test_result: outcome.message },
      { action: 'test' },
    ),
  )
  return outcome
}
