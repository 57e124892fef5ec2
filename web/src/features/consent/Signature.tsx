import { signatureRoles, type Handwriting, type SignatureRole } from '@dentin/contract/consent'
import { handwritingPath } from '@dentin/contract/handwriting-path'
import s from './consent.module.css'

/** A signature as it was written, with who and when. */
export function Signature({
  role,
  name,
  strokes,
  signedAt,
  via,
}: {
  role: string
  name: string
  strokes: Handwriting
  signedAt: string
  via: number
}) {
  return (
    <figure className={s.signature}>
      <svg viewBox={`0 0 ${strokes.width} ${strokes.height}`} role="img" aria-label={`${name}的手写签名`}>
        <path d={handwritingPath(strokes)} className={s.stroke} />
      </svg>
      <figcaption>
        {signatureRoles[role as SignatureRole]}　{name}　{signedAt.slice(0, 16)}
        {via === 2 && '　手机签'}
      </figcaption>
    </figure>
  )
}
