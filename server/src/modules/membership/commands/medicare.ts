import { uuidv7 } from '@dentin/kit'
import { fieldError, AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { vaultOf } from '../../../platform/security/vault.ts'
import { medicareAccount } from '../queries.ts'

/** What belongs to one clinic's password only. */
const vaultContext = (clinicId: string) => `medicare:${clinicId}`

interface AccountInput {
  orgCode: string
  operatorNo: string
  areaCode: string
  /** '': the one that is kept */
  password: string
  status: number
  version?: number | undefined
}

/** Writes the clinic's account at the medical insurance; the password is sealed before it is stored. */
export async function saveMedicareAccount(ctx: ClinicContext, input: AccountInput): Promise<void> {
  const { tx } = ctx
  const before = await medicareAccount(tx, ctx.clinicId)
  if (!before && input.password === '') throw fieldError('BAD_INPUT', 'password', '请填写密码')
  const sealed =
    input.password === '' ? undefined : vaultOf(ctx.services.config).seal(input.password, vaultContext(ctx.clinicId))
  const row = {
    org_code: input.orgCode,
    operator_no: input.operatorNo,
    area_code: input.areaCode,
    status: input.status,
  }
  if (before) {
    if (input.version === undefined) throw new AppError('VERSION_CONFLICT', { data: { version: before.version } })
    await tx.update(
      'medicare_account',
      { id: before.id, version: input.version },
      { ...row, ...(sealed ? { sealed_password: sealed } : {}) },
    )
    return
  }
  await tx.insert('medicare_account', {
    id: uuidv7(),
    clinic_id: ctx.clinicId,
    ...row,
    sealed_password: sealed as string,
    created_at: tx.now,
    updated_at: tx.now,
  })
}

/** The clinic's account; with `reveal` the password in clear, for those who may, and never without an audit row. */
export async function openMedicareAccount(ctx: ClinicContext, reveal: boolean) {
  const account = await medicareAccount(ctx.tx, ctx.clinicId)
  if (!account) throw new AppError('MEDICARE_ACCOUNT_MISSING')
  const allowed = {
    password: ctx.can('/medicareOrderRecord:password'),
    account: ctx.can('/medicareOrderRecord:account'),
  }
  let password: string | null = null
  if (reveal) {
    if (!allowed.password) throw new AppError('FORBIDDEN', { message: '没有查看医保密码的权限' })
    await ctx.tx.note('view', 'medicare_account', account.id, { reason: '查看医保账号密码' })
    password = vaultOf(ctx.services.config).open(account.sealedPassword, vaultContext(ctx.clinicId))
  }
  const { orgCode, operatorNo, areaCode, status, version } = account
  return { orgCode, operatorNo, areaCode, status, version, password, allowed }
}
