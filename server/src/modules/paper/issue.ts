import { paperKinds } from '@dentin/contract/paper'
import type { TenantTx } from '../../platform/database/tx.ts'
import { hashOfBytes } from '../../platform/files/store.ts'
import type { ApartContext, FileAnswer } from '../../platform/http/context.ts'
import { renderPdf, type PdfSource } from '../../platform/pdf/pdf.ts'
import { keepIssued, newPaperCode, verifyUrl, type Issued } from '../issued-document/index.ts'

/**
 * Makes a PDF and keeps that it was given out. Nothing is read or written while it is laid out: `read` runs before it in one
 * transaction, the issued document is written after it in another; of a paper that nobody waits for, with the file (`kept`).
 */
export async function issue(
  context: ApartContext,
  read: (tx: TenantTx, urlOfCode: string) => Promise<{ issued: Issued; source: PdfSource }>,
): Promise<FileAnswer> {
  const code = newPaperCode()
  const { issued, source } = await context.open((tx) => read(tx, verifyUrl(context, code)))
  const pdf = await renderPdf(source)
  const hash = hashOfBytes(pdf)
  const kept = (tx: TenantTx) => keepIssued(tx, context, issued, code, hash)
  if (context.making.isWaitedFor) await context.open(kept)
  return {
    name: `${paperKinds[issued.kind]} ${issued.patientName} ${issued.number}.pdf`,
    type: 'application/pdf',
    stream: pdf,
    ...(context.making.isWaitedFor ? {} : { kept }),
  }
}
