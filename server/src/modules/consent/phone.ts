import { consentStates } from '@dentin/contract/consent'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { canonicalJson, formatDate, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { systemActor } from '../../platform/database/ids.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, PublicContext } from '../../platform/http/context.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { mustBeWithin, type Limit } from '../identity/index.ts'
import { ageAt } from '../record/index.ts'
import { mustReach, SIGN } from './access.ts'
import { findConsent } from './queries.ts'
import { signaturesOf } from './signatures.ts'
import { addSignatures } from './signing.ts'

const MINUTES = 30
/** Wrong last digits before a link is dead. */
const TRIES = 5
/** A waiting room stands behind one address; a machine that guesses does not. */
const PER_ADDRESS: Limit = { name: 'consent-link', times: 60, minutes: 10 }
const WHO = '患者手机'

const phone = select(columns('patient', 'p', 'mobile'))
const phoneOf = async (tx: TenantTx, patientId: string): Promise<string> =>
  (await tx.need(phone.keptFrom`patient p where ${tx.own('p')} and p.id = ${patientId}`)).mobile ?? ''

/** A link for the patient's own phone; those given out before are dead from now on. */
export async function makeLink(
  context: ClinicContext,
  { id }: { id: string },
): Promise<HandlerOutput<typeof contract.consent.link>> {
  const { tx, clinicId } = context
  const found = await findConsent(tx, sql`k.id = ${id} and k.clinic_id = ${clinicId}`, true)
  await mustReach(context, SIGN, found)
  if (!consentStates.may('sign', found.status)) throw new AppError('STATUS_CHANGED')
  const signed = await signaturesOf(tx, id)
  if (signed.some(({ role }) => role === 'patient' || role === 'guardian')) throw new AppError('CONSENT_SIGNED_TWICE')
  if (!/\d{4}$/.test(await phoneOf(tx, found.patientId))) throw new AppError('CONSENT_NO_PHONE')
  const token = newToken()
  const expiresAt = new Date(tx.realNow.getTime() + MINUTES * 60_000)
  await tx.rows(
    keptSql`update consent_link set used_at = ${tx.realNow} where consent_id = ${id} and used_at is null returning id`,
  )
  await tx.need(
    keptSql`insert into consent_link (id, token_hash, tenant_id, clinic_id, consent_id, expires_at, created_at)
      values (${uuidv7()}, ${hashToken(token)}, ${tx.tenantId}, ${clinicId}, ${id}, ${expiresAt}, ${tx.realNow}) returning id`,
  )
  await tx.note('link', 'consent', id, { patientId: found.patientId, reason: '出示手机签名二维码' })
  return { token, expiresAt }
}

const links = select(
  columns('consent_link', 'l', 'id', 'tenant_id', 'clinic_id', 'consent_id', 'expires_at', 'tries', 'used_at'),
)
type Link = RowIn<typeof links>

/**
 * Steps into the consent behind a link once the last digits of the phone were said. Counted before anything is looked at; a wrong
 * one counts too, and the fifth kills the link.
 */
async function behind<T>(
  context: PublicContext,
  { token, tail }: { token: string; tail: string },
  work: (tx: TenantTx, link: Link) => Promise<T>,
): Promise<T> {
  const { services } = context
  const actor = { ...systemActor, name: WHO, ip: context.ip, requestId: context.requestId }
  await services.database.withPlatform((tx) => mustBeWithin(tx, PER_ADDRESS, context.ip), actor)
  return services.database.withPlatform(async (tx) => {
    const link = await linkOf(tx, token)
    const dead = !link || link.tries >= TRIES || link.expiresAt.getTime() <= tx.realNow.getTime()
    if (dead) throw new AppError('CONSENT_LINK_DEAD')
    await tx.rows(
      keptSql`update consent_link set device = ${context.userAgent}, address = ${context.ip} where id = ${link.id} returning id`,
    )
    const inside = await tx.enter(link.tenantId, link.clinicId)
    const { patientId } = await findConsent(inside, sql`k.id = ${link.consentId}`)
    if ((await phoneOf(inside, patientId)).slice(-4) !== tail) {
      await tx.rows(keptSql`update consent_link set tries = tries + 1 where id = ${link.id} returning id`)
      const left = TRIES - link.tries - 1
      throw new AppError(left > 0 ? 'CONSENT_TAIL_WRONG' : 'CONSENT_LINK_DEAD', {
        keep: true,
        ...(left > 0 ? { message: `手机尾号不对，还可以试 ${left} 次`, data: { left } } : {}),
      })
    }
    const answer = await work(inside, link)
    inside.flush()
    return answer
  }, actor)
}

const linkOf = (tx: PlatformTx, token: string): Promise<Link | undefined> =>
  tx.row(links.keptFrom`consent_link l where l.token_hash = ${hashToken(token)} for update`)

/** What the patient reads on the own phone. */
export const openByPhone = (
  context: PublicContext,
  input: ParsedInput<typeof contract.consent.open>,
): Promise<HandlerOutput<typeof contract.consent.open>> =>
  behind(context, input, async (tx, link) => {
    if (link.usedAt) throw new AppError('CONSENT_LINK_DEAD')
    const found = await findConsent(tx, sql`k.id = ${link.consentId}`)
    if (!consentStates.may('sign', found.status)) throw new AppError('CONSENT_LINK_DEAD')
    await tx.rows(keptSql`update consent_link set opened_at = ${tx.realNow} where id = ${link.id} returning id`)
    await tx.note('view', 'consent', found.id, {
      patientId: found.patientId,
      reason: `手机查看 ${context.userAgent.slice(0, 80)}`,
    })
    return {
      content: found.content,
      consentNo: found.consentNo,
      kind: found.kind,
      age: ageAt(found.birthDay, formatDate(tx.now)),
    }
  })

/** Signs on the own phone: once for each link, and the same signature sent again is answered as before. */
export const signByPhone = (
  context: PublicContext,
  input: ParsedInput<typeof contract.consent.signByPhone>,
): Promise<HandlerOutput<typeof contract.consent.signByPhone>> =>
  behind(context, input, async (tx, link) => {
    const found = await findConsent(tx, sql`k.id = ${link.consentId}`, true)
    const role = input.signerRelation === '' ? ('patient' as const) : ('guardian' as const)
    if (link.usedAt) {
      const sent = (await signaturesOf(tx, found.id)).find((each) => each.role === role)
      if (sent && canonicalJson(sent.strokes) === canonicalJson(input.strokes)) return { status: found.status }
      throw new AppError('CONSENT_LINK_DEAD')
    }
    const where = { via: 2 as const, device: context.userAgent, address: context.ip, attended: WHO }
    const { child, sentence } = input
    const given = [
      { role, name: input.signerName, strokes: input.strokes },
      ...(child ? [{ role: 'child' as const, name: found.content.who.name, strokes: child }] : []),
      ...(sentence ? [{ role: 'sentence' as const, name: input.signerName, strokes: sentence }] : []),
    ]
    const { status } = await addSignatures({ tx, services: context.services }, found, input, given, where)
    await tx.rows(keptSql`update consent_link set used_at = ${tx.realNow} where id = ${link.id} returning id`)
    tx.publish('consent', found.id)
    return { status }
  })
