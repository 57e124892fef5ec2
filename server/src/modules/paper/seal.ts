import { patientSide } from '@dentin/contract/record-seal'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { today, uuidv7 } from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'
import { hashOfBytes, readAll, saveBytes } from '../../platform/files/store.ts'
import type { ApartContext, FileAnswer } from '../../platform/http/context.ts'
import { keepSeal, sealAsked, sealedFile, toSeal } from '../record/index.ts'
import { letterheadOf } from './letterhead.ts'
import { keepIssued, newPaperCode, verifyUrl, type Issued } from '../issued-document/index.ts'
import { gather, packOf, papersOf } from './seal-package.ts'

type Calls = typeof contract.recordSeal
type Input = ParsedInput<Calls['create']>

/** Refuses a seal at which only one side is present, and a patient who is somebody else. */
function mustBePresent({ witnesses }: Input, patientName: string): void {
  if (!witnesses.some(({ relation }) => patientSide.some((each) => each === relation)))
    throw fieldError('SEAL_ONE_SIDED', 'witnesses')
  const at = witnesses.findIndex(({ name, relation }) => relation === '患者本人' && name !== patientName)
  if (at >= 0) throw fieldError('BAD_INPUT', `witnesses.${at}.name`, '患者本人的姓名与档案不符')
}

/**
 * Seals records: reads them with all that belongs to them in one transaction, lays out their papers without one, and keeps the
 * package, its hash and what lies in it in another.
 */
export async function createSeal(context: ApartContext, input: Input): Promise<HandlerOutput<Calls['create']>> {
  const read = await context.open(async (tx) => {
    const before = await sealAsked({ ...context, tx }, input.requestId)
    if (before) return { before, gathered: null }
    const records = await toSeal({ ...context, tx }, input.patientId, input.recordIds)
    mustBePresent(input, records[0]?.patientName ?? '')
    const [gathered, { logo }] = [
      await gather(context, tx, records),
      await letterheadOf(tx, context.services, context.clinicId),
    ]
    const sealNo = await tx.nextNumber('FC', context.clinicId, today(tx.now))
    return { before: null, gathered, logo, sealNo, at: tx.now }
  })
  if (read.gathered === null) return read.before
  const { gathered, sealNo, at, logo } = read
  const id = uuidv7()
  const { files, issued } = await papersOf(context, gathered)
  const code = newPaperCode()
  const made = await packOf({
    ...input,
    gathered,
    sealNo,
    at,
    logo,
    files,
    sealedName: context.actorName,
    url: verifyUrl(context, code),
  })
  const { bytes, packageHash } = made
  await context.open(async (tx) => {
    const file = await saveBytes(tx, context.services, context.clinicId, {
      bytes,
      name: `病历封存包 ${sealNo}.zip`,
      mediaType: 'application/zip',
    })
    const { records } = gathered
    await keepSeal(
      { ...context, tx },
      {
        ...input,
        id,
        sealNo,
        at,
        packageHash,
        fileId: file.id,
        files: made.files,
        records,
      },
    )
    for (const { paper, code: its, hash } of issued) await keepIssued(tx, context, paper, its, hash)
    const seal: Issued = { kind: 'seal', sourceId: id, versionNo: 1, number: sealNo, patientName: '' }
    await keepIssued(tx, context, seal, code, packageHash)
  })
  return { id, sealNo, packageHash, unfinished: gathered.records.filter(({ finished }) => !finished).length }
}

/** The package as it was sealed. */
export async function downloadSeal(context: ApartContext, { id }: { id: string }): Promise<FileAnswer> {
  const found = await context.open(async (tx) => {
    const seal = await sealedFile(tx, id)
    await tx.note('export', 'record_seal', id, { patientId: seal.patientId, reason: `取出封存包 ${seal.sealNo}` })
    return seal
  })
  return {
    name: `病历封存包 ${found.sealNo}.zip`,
    type: 'application/zip',
    stream: await context.services.files.get(found.storageKey),
  }
}

/** Computes the package's hash anew. What is gone from the store has none. */
export async function checkSeal(context: ApartContext, { id }: { id: string }): Promise<HandlerOutput<Calls['check']>> {
  const found = await context.open((tx) => sealedFile(tx, id))
  const now = await context.services.files.get(found.storageKey).then(
    async (stream) => hashOfBytes(await readAll(stream)),
    (error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    },
  )
  const same = now === found.packageHash
  return context.open(async (tx) => {
    await tx.note('check', 'record_seal', id, {
      patientId: found.patientId,
      reason: `核对封存包 ${found.sealNo}：${same ? '一致' : '不一致'}`,
    })
    return { same, kept: found.packageHash, now, checkedAt: tx.now }
  })
}
