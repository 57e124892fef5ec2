import { guessKinds, OBJECT_PATH, OTHER_KIND, UPLOAD_TOKEN_HEADER } from '@dentin/contract/picture'
import { uuidv7 } from '@dentin/kit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { systemActor, type EmployeeId } from '../../platform/database/ids.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { measure, saveFile } from '../../platform/files/store.ts'
import type { UploadedFile } from '../../platform/http/context.ts'
import { receiveBody } from '../../platform/http/upload.ts'
import type { Services } from '../../platform/services.ts'
import { grantBehind, type Grant } from './grants.ts'
import { look, makePicture, twin } from './taking-in.ts'

const RULE = { maxBytes: 10 * 1024 * 1024, types: ['image/jpeg', 'image/png'] }
const NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:jpe?g|png)$/

/**
 * `PUT /emr-api/clinicImage/object/<prefix><uuid>.jpg`: takes in one picture as the whole body, from whoever shows a grant for the
 * prefix. What a signed address brought waits for `clinicImage/add`; what a phone's link brought is a picture of its stage at
 * once. Nothing can be read or listed here.
 */
export function objectRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (inside) => {
    // The body is a file: it is read as it comes, whatever type it says it has.
    inside.removeAllContentTypeParsers()
    inside.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    inside.route({
      method: ['GET', 'DELETE', 'POST'],
      url: `${OBJECT_PATH}*`,
      handler: async () => {
        throw new AppError('PICTURE_NOT_LIST')
      },
    })
    inside.put(`${OBJECT_PATH}*`, async (request, reply) => {
      const key = (request.params as { '*': string })['*']
      const token = String(request.headers[UPLOAD_TOKEN_HEADER] ?? '')
      const actor = { ...systemActor, name: '上传', ip: request.ip, requestId: request.id }
      await services.database.withPlatform(async (tx) => mustBeUnder(await grantBehind(tx, token, false), key), actor)
      const file = await receiveBody(request, RULE, services)
      try {
        const data = await services.database.withPlatform(async (tx) => {
          const grant = await grantBehind(tx, token, true)
          const inTenant = await tx.enter(grant.tenantId, grant.clinicId, {
            ...actor,
            employeeId: grant.employeeId as EmployeeId,
            name: grant.imageStageId ? `${grant.actorName}（手机上传）` : grant.actorName,
          })
          const kept = await keepObject(inTenant, services, grant, { ...file, key, name: sentName(request) })
          inTenant.flush()
          return kept
        }, actor)
        return reply.send({ code: 0, message: '', data })
      } finally {
        await file.discard()
      }
    })
  })
}

function mustBeUnder({ prefix }: Grant, key: string): void {
  if (!key.startsWith(prefix) || !NAME.test(key.slice(prefix.length))) throw new AppError('PICTURE_OUT_OF_PREFIX')
}

/** The name of the file on the sender's machine: for showing, never for a path. */
function sentName(request: FastifyRequest): string {
  try {
    const name = decodeURIComponent(String(request.headers['x-file-name'] ?? ''))
    const plain = name.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Cs}]/gu, '').split(/[\\/]/)
    return [...(plain.at(-1) ?? '').trim()].slice(0, 120).join('') || '手机照片'
  } catch {
    return '手机照片'
  }
}

const kept = select(named('file_object', 'o', { fileId: 'id' }), columns('file_object', 'o', 'sha256'))
const stages = select(columns('image_stage', 's', 'id', 'patient_id'))
const kinds = select(columns('clinic_image', 'i', 'type'))

/** Keeps what came. The same sent again under its key is answered as before. */
async function keepObject(
  tx: TenantTx,
  services: Services,
  grant: Grant,
  file: UploadedFile & { key: string },
): Promise<{ url: string; sha256: string; twice: boolean }> {
  const { sha256 } = await measure(file.path)
  const there = await tx.row(kept.keptFrom`file_object o where ${tx.own('o')} and o.storage_key = ${file.key}`)
  if (there) {
    if (there.sha256 !== sha256) throw new AppError('PICTURE_OUT_OF_PREFIX', { message: '这个地址已有别的文件' })
    return { url: file.key, sha256, twice: true }
  }
  const seen = await look(file.path)
  if (!grant.imageStageId) {
    const row = await saveFile(tx, services, grant.clinicId, file)
    await tx.need(
      keptSql`insert into clinic_image_object (tenant_id, id, clinic_id, grant_id, file_id, employee_id, created_at)
        values (${tx.tenantId}, ${uuidv7()}, ${grant.clinicId}, ${grant.id}, ${row.id}, ${grant.employeeId}, ${tx.now}) returning id`,
    )
    return { url: file.key, sha256, twice: false }
  }
  const stage = await tx.row(
    stages.keptFrom`image_stage s where ${tx.own('s')} and s.id = ${grant.imageStageId} and s.deleted_at is null for no key update of s`,
  )
  if (!stage) throw new AppError('PICTURE_LINK_DEAD')
  if (await twin(tx, stage.id, sha256)) return { url: '', sha256, twice: true }
  const row = await saveFile(tx, services, grant.clinicId, file)
  const taken = await tx.rows(
    kinds.keptFrom`clinic_image i where ${tx.own('i')} and i.image_stage_id = ${stage.id} and i.deleted_at is null`,
  )
  const [type = OTHER_KIND] = guessKinds(
    [{ name: file.name, ...seen }],
    taken.map((row) => row.type),
  )
  const stored = { id: row.id, storageKey: row.storage_key, sha256, mime: row.media_type, bytes: file.bytes }
  await makePicture(tx, services, stored, seen, {
    clinicId: grant.clinicId,
    patientId: stage.patientId,
    stageId: stage.id,
    type,
    guessed: true,
    name: file.name,
    toothNo: '',
    byPhone: true,
    employeeId: grant.employeeId,
    by: `${grant.actorName}（手机）`,
  })
  return { url: '', sha256, twice: false }
}
