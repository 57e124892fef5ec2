import { AppError } from '../../platform/errors.ts'
import { hashOfBytes } from '../../platform/files/store.ts'
import type { FileAnswer } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'
import { platformOf, type Place } from './accounts.ts'
import { PlatformUnsure } from './platform/platform.ts'

/** What a document is, by its first bytes; anything else is given as bytes. */
function typeOf(bytes: Buffer): { type: string; ending: string } {
  const start = bytes.subarray(0, 5).toString('latin1')
  if (start === '%PDF-') return { type: 'application/pdf', ending: 'pdf' }
  if (start === '<svg ') return { type: 'image/svg+xml', ending: 'svg' }
  return start.startsWith('PK')
    ? { type: 'application/ofd', ending: 'ofd' }
    : { type: 'application/octet-stream', ending: 'bin' }
}

/** The document of an invoice from its platform: given only when it is what was issued. */
export async function fileOf(
  services: Services,
  place: Place,
  of: { fileUrl: string; fileHash: string; number: string },
  name: string,
): Promise<FileAnswer> {
  if (of.fileUrl === '' || of.fileHash === '') throw new AppError('INVOICE_FILE_MISSING')
  const found = await platformOf(services, place)
  if (!found) throw new AppError('INVOICE_FILE_MISSING')
  const bytes = await found.platform.file(of.fileUrl).catch((error: unknown) => {
    if (error instanceof PlatformUnsure) throw new AppError('INVOICE_PLATFORM_BUSY')
    throw error
  })
  if (hashOfBytes(bytes) !== of.fileHash) throw new AppError('INVOICE_FILE_ALTERED')
  const { type, ending } = typeOf(bytes)
  return { name: `${name} ${of.number}.${ending}`, type, stream: bytes }
}
