import { PAPER_CODE_LENGTH, PAPER_CODE_SIGNS, type PaperKind } from '@dentin/contract/paper'
import { uuidv7 } from '@dentin/kit'
import { randomInt } from 'node:crypto'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Services } from '../../platform/services.ts'
import { hashToken } from '../../platform/security/tokens.ts'

/** What a paper shows, and which version of it. */
export interface Issued {
  kind: PaperKind
  sourceId: string
  versionNo: number
  number: string
  patientName: string
}

/** A code that can't be guessed: 80 random bits, written with digits and letters that nobody mistakes. */
export const newPaperCode = (): string =>
  Array.from({ length: PAPER_CODE_LENGTH }, () => PAPER_CODE_SIGNS[randomInt(PAPER_CODE_SIGNS.length)]).join('')

/** A page of ours as it is printed in a code. Without an outside address it is the server's own. */
export const printedUrl = ({ services: { config } }: { services: Services }, page: string): string =>
  new URL(page, config.PUBLIC_ORIGIN ?? `http://localhost:${config.PORT}`).href

/** Where the standing of a paper can be asked. */
export const verifyUrl = (context: { services: Services }, code: string): string =>
  printedUrl(context, `/verify/${code}`)

/** Keeps that a paper was given out, and its code. */
export async function keepIssued(
  tx: TenantTx,
  { clinicId, actorName }: { clinicId: string; actorName: string },
  { kind, sourceId, versionNo, number }: Omit<Issued, 'patientName'>,
  code: string,
  hash: string,
): Promise<void> {
  const id = uuidv7()
  await tx.need(
    keptSql`insert into issued_document (tenant_id, id, clinic_id, kind, source_id, version_no, number, content_hash, issued_name, issued_at)
      values (${tx.tenantId}, ${id}, ${clinicId}, ${kind}, ${sourceId}, ${versionNo}, ${number}, ${hash}, ${actorName}, ${tx.now}) returning id`,
  )
  await tx.need(
    keptSql`insert into document_code (code_hash, tenant_id, clinic_id, document_id, created_at)
      values (${hashToken(code)}, ${tx.tenantId}, ${clinicId}, ${id}, ${tx.realNow}) returning document_id`,
  )
}
