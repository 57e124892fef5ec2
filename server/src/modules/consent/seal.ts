import type { Handwriting } from '@dentin/contract/consent'
import { canonicalJson } from '@dentin/kit'
import { createHash } from 'node:crypto'
import type { Emergency } from './extension-points.ts'

const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex')

/** SHA-256 (hex) of a text as it is stored. */
export const textHash = (content: unknown): string => sha256(canonicalJson(content))

interface Signed {
  signerName: string
  signerRelation: string
  signerIdTail: string
  templateKey: string
  templateVersion: number
  /** What a head approved in the patient's place. */
  emergency?: Emergency | null
}

/**
 * SHA-256 (hex) over the text, who signed it, every stroke, and the PDF that was kept: what a signed consent is held against.
 * @param sheet SHA-256 of the kept PDF; null: signed before PDFs were kept
 */
export const sealOf = (
  text: string,
  { signerName, signerRelation, signerIdTail, templateKey, templateVersion, emergency }: Signed,
  signatures: readonly { role: string; name: string; strokes: Handwriting; signedAt: Date }[],
  sheet: string | null,
): string =>
  sha256(
    canonicalJson({
      text,
      signer: { signerName, signerRelation, signerIdTail },
      template: { templateKey, templateVersion },
      signatures: [...signatures]
        .sort((a, b) => (a.role < b.role ? -1 : 1))
        .map(({ role, name, strokes, signedAt }) => ({ role, name, strokes, at: signedAt.toISOString() })),
      ...(sheet === null ? {} : { sheet }),
      ...(emergency?.approvedAt
        ? {
            emergency: {
              reason: emergency.reason,
              at: emergency.at.toISOString(),
              askedName: emergency.askedName,
              askedAt: emergency.askedAt.toISOString(),
              approvedName: emergency.approvedName,
              approvedAt: emergency.approvedAt.toISOString(),
            },
          }
        : {}),
    }),
  )
