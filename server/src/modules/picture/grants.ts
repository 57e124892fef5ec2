import type { contract, HandlerOutput } from '@dentin/contract'
import { GRANT_MINUTES, LINK_MINUTES, MOST_AT_ONCE, OBJECT_PATH } from '@dentin/contract/picture'
import { formatDate, uuidv7 } from '@dentin/kit'
import { systemActor } from '../../platform/database/ids.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, PublicContext } from '../../platform/http/context.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { mustBeWithin, type Limit } from '../identity/index.ts'
import { stageHere } from './stages.ts'

type Calls = typeof contract.picture
/** A waiting room stands behind one address; a machine that guesses does not. */
const PER_ADDRESS: Limit = { name: 'picture-link', times: 60, minutes: 10 }

/** Under which prefix a company's objects of the month lie. */
const prefixOf = (tenantId: string, now: Date): string => {
  const [year, month] = formatDate(now).split('-')
  return `${tenantId}/${year}/${month}/`
}
const inMinutes = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000)

/** A signed address for whoever is at work: for putting under one prefix, for a quarter of an hour. */
export async function signedAddress({
  tx,
  tenantId,
  clinicId,
  employeeId,
  actorName,
}: ClinicContext): Promise<HandlerOutput<Calls['sts']>> {
  const token = newToken()
  const id = uuidv7()
  const prefix = prefixOf(tenantId, tx.now)
  const expiration = inMinutes(tx.realNow, GRANT_MINUTES)
  await tx.need(
    keptSql`insert into image_grant (id, tenant_id, clinic_id, employee_id, actor_name, upload_hash, prefix, expires_at, created_at)
      values (${id}, ${tenantId}, ${clinicId}, ${employeeId}, ${actorName}, ${hashToken(token)}, ${prefix}, ${expiration}, ${tx.realNow}) returning id`,
  )
  return {
    accessKeyId: id,
    // The token alone is what an upload shows; there is no second secret.
    accessKeySecret: '',
    securityToken: token,
    expiration,
    bucket: 'dentin',
    region: 'local',
    endpoint: '',
    prefix,
    uploadUrl: OBJECT_PATH,
    most: MOST_AT_ONCE,
  }
}

/** A link for a phone: once, half an hour, into one stage. */
export async function phoneLink(
  context: ClinicContext,
  { imageStageId }: { imageStageId: string },
): Promise<HandlerOutput<Calls['link']>> {
  const { tx, tenantId, clinicId, employeeId, actorName } = context
  const stage = await stageHere(context, imageStageId, 'imageStageId')
  const token = newToken()
  const expiresAt = inMinutes(tx.realNow, LINK_MINUTES)
  await tx.need(
    keptSql`insert into image_grant (id, tenant_id, clinic_id, employee_id, actor_name, image_stage_id, link_hash, prefix, expires_at, created_at)
      values (${uuidv7()}, ${tenantId}, ${clinicId}, ${employeeId}, ${actorName}, ${stage.id}, ${hashToken(token)},
        ${prefixOf(tenantId, tx.now)}, ${expiresAt}, ${tx.realNow}) returning id`,
  )
  await tx.note('link', 'image_stage', stage.id, { patientId: stage.patientId, reason: '出示手机上传二维码' })
  return { token, expiresAt }
}

const grants = select(
  columns('image_grant', 'g', 'id', 'tenant_id', 'clinic_id', 'employee_id', 'actor_name', 'image_stage_id', 'prefix'),
  columns('image_grant', 'g', 'taken', 'opened_at', 'expires_at'),
)
export type Grant = RowIn<typeof grants>

/** A phone opens its link: the link is used up, and the phone has what its uploads show. Nothing is read. */
export async function openLink(
  context: PublicContext,
  { token }: { token: string },
): Promise<HandlerOutput<Calls['open']>> {
  const { services, ip, requestId, userAgent } = context
  const actor = { ...systemActor, name: '手机', ip, requestId }
  await services.database.withPlatform((tx) => mustBeWithin(tx, PER_ADDRESS, ip), actor)
  return services.database.withPlatform(async (tx) => {
    const grant = await tx.row(grants.keptFrom`image_grant g where g.link_hash = ${hashToken(token)} for update of g`)
    if (!grant || isOver(grant, tx)) throw new AppError('PICTURE_LINK_DEAD')
    if (grant.openedAt) throw new AppError('PICTURE_LINK_USED')
    const uploadToken = newToken()
    await tx.need(
      keptSql`update image_grant set upload_hash = ${hashToken(uploadToken)}, opened_at = ${tx.realNow}, device = ${userAgent}, address = ${ip}
        where id = ${grant.id} returning id`,
    )
    return {
      uploadToken,
      uploadUrl: OBJECT_PATH,
      prefix: grant.prefix,
      expiresAt: grant.expiresAt,
      most: MOST_AT_ONCE,
    }
  }, actor)
}

const isOver = ({ expiresAt }: Grant, tx: PlatformTx) => expiresAt.getTime() <= tx.realNow.getTime()

/**
 * The grant behind what an upload shows. @param counted a file has come: it counts against the most of the grant
 * @throws AppError PICTURE_GRANT_DEAD, PICTURE_LINK_DEAD, PICTURE_TOO_MANY
 */
export async function grantBehind(tx: PlatformTx, token: string, counted: boolean): Promise<Grant> {
  const grant = /^[A-Za-z0-9_-]{43}$/.test(token)
    ? await tx.row(
        counted
          ? grants.keptFrom`image_grant g where g.upload_hash = ${hashToken(token)} for update of g`
          : grants.keptFrom`image_grant g where g.upload_hash = ${hashToken(token)}`,
      )
    : undefined
  if (!grant) throw new AppError('PICTURE_GRANT_DEAD')
  if (isOver(grant, tx)) throw new AppError(grant.imageStageId ? 'PICTURE_LINK_DEAD' : 'PICTURE_GRANT_DEAD')
  if (grant.taken >= MOST_AT_ONCE) throw new AppError('PICTURE_TOO_MANY')
  if (counted) await tx.need(keptSql`update image_grant set taken = taken + 1 where id = ${grant.id} returning id`)
  return grant
}
