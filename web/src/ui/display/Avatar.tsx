import { cx } from '../cx.ts'
import { cssVar } from '../theme/tokens.ts'
import s from './avatar.module.css'

export interface AvatarProps {
  /** 0 male, 1 female, anything else unknown. */
  gender: number | null | undefined
  /** Age in whole years; unknown is drawn as an adult. */
  age?: number | null
  /** Side in px. */
  size?: number
  className?: string
}

type Band = 'infant' | 'child' | 'adult' | 'elder'

const bandOf = (age: number | null | undefined): Band =>
  age == null ? 'adult' : age < 4 ? 'infant' : age < 15 ? 'child' : age < 65 ? 'adult' : 'elder'

const skin = cssVar('portrait-skin')

function Glasses() {
  return (
    <g fill="none" stroke={cssVar('portrait-glasses')} strokeWidth="0.9">
      <circle cx="17.1" cy="18.9" r="2.2" />
      <circle cx="22.9" cy="18.9" r="2.2" />
      <path d="M19.3 18.6h1.4" />
    </g>
  )
}

function Head({ female, band }: { female: boolean; band: Band }) {
  const small = band === 'infant' || band === 'child'
  const hair = cssVar(band === 'elder' ? 'portrait-hair-grey' : small ? 'portrait-hair-child' : 'portrait-hair')
  const neck = cssVar('portrait-neck')
  const cloth = cssVar(female ? 'portrait-female-cloth' : 'portrait-male-cloth')
  const body = small
    ? 'M10.5 41c0-5.8 4-10.2 9.5-10.2s9.5 4.4 9.5 10.2z'
    : 'M6.5 41c1-6.6 6.6-11.5 13.5-11.5s12.5 4.9 13.5 11.5z'
  const face = small ? (
    <circle cx="20" cy="18.7" r="7.7" fill={skin} />
  ) : (
    <ellipse cx="20" cy="19" rx="6.9" ry="7.7" fill={skin} />
  )
  return (
    <>
      {female && band === 'adult' && <path d="M10.5 17.5a9.5 11.2 0 0 1 19 0l.6 10.7H9.9z" fill={hair} />}
      {female && band === 'elder' && (
        <path d="M11 16a9 9.4 0 0 1 18 0v3c0 2-.8 3.2-2 3.2H13c-1.2 0-2-1.2-2-3.2z" fill={hair} />
      )}
      <path d={body} fill={cloth} />
      <path d={small ? 'M17 25h6v4.5a3 3 0 0 1-6 0z' : 'M17.1 25h5.8v4.7a2.9 2.9 0 0 1-5.8 0z'} fill={neck} />
      {female && band === 'child' && (
        <g fill={hair}>
          <rect x="6" y="13.3" width="6.8" height="6.8" rx="2.7" />
          <rect x="27.2" y="13.3" width="6.8" height="6.8" rx="2.7" />
        </g>
      )}
      {face}
      {band === 'infant' && (
        <>
          <path
            d="M13.5 14.6c1.6-3.8 4-5.1 6.5-5.1s4.9 1.3 6.5 5.1c-1.6-1.7-3-2.3-4.3-2.3-1.3 0-1.3.9-2.2.9s-.9-.9-2.2-.9c-1.3 0-2.7.6-4.3 2.3z"
            fill={hair}
          />
          {female && <path d="M20 9.8l-3-2.2v4.2zM20 9.8l3-2.2v4.2z" fill={cloth} />}
        </>
      )}
      {band === 'child' && !female && (
        <path
          d="M12.2 17c0-5.6 3.2-8.8 7.8-8.8s7.8 3.2 7.8 8.8c-.9-1.9-1.6-3-2.2-3.6-3.6.7-7.6.7-11.2 0-.6.6-1.3 1.7-2.2 3.6z"
          fill={hair}
        />
      )}
      {band === 'child' && female && (
        <path d="M13 17.2c0-5.7 2.8-8.7 7-8.7s7 3 7 8.7c-2-.8-3.6-2.3-4.5-4.5-2.2 2.8-5.6 4.3-9.5 4.5z" fill={hair} />
      )}
      {(band === 'adult' || band === 'elder') && !female && (
        <path
          d="M12.5 17.5c-.5-6 2.5-9.5 7.5-9.5s8 3.5 7.5 9.5h-.8c-.2-1.7-.6-3-1.3-3.9-3.5.4-7.3.4-10.8 0-.7.9-1.1 2.2-1.3 3.9z"
          fill={hair}
        />
      )}
      {band === 'adult' && female && (
        <path
          d="M12.8 17c.3-5 3-8.3 7.2-8.3s6.9 3.3 7.2 8.3c-2.3-.7-4-2.2-5.1-4.4-2 2.7-5.2 4.2-9.3 4.4z"
          fill={hair}
        />
      )}
      {band === 'elder' && female && (
        <path
          d="M12.9 17.3c0-5.1 2.9-8.3 7.1-8.3s7.1 3.2 7.1 8.3c-2-.9-3.5-2.4-4.4-4.4-2.2 2.4-5.4 4-9.8 4.4z"
          fill={hair}
        />
      )}
      {band === 'elder' && <Glasses />}
    </>
  )
}

/** Portrait of a patient by sex and age band (under 4, 4–14, 15–64, 65 and above); decoration, the name stands beside it. */
export function Avatar({ gender, age, size = 40, className }: AvatarProps) {
  const female = gender === 1
  const known = gender === 0 || gender === 1
  return (
    <span className={cx(s.round, className)} style={{ width: size, height: size }} aria-hidden>
      <svg viewBox="0 0 40 40" width={size} height={size} focusable="false">
        <circle
          cx="20"
          cy="20"
          r="20"
          fill={cssVar(known ? (female ? 'portrait-female-bg' : 'portrait-male-bg') : 'groove')}
        />
        {known ? (
          <Head female={female} band={bandOf(age)} />
        ) : (
          <g fill={cssVar('text-quaternary')}>
            <circle cx="20" cy="16.5" r="6.5" />
            <path d="M7 41c1-7.5 6-12.5 13-12.5S32 33.5 33 41z" />
          </g>
        )}
      </svg>
    </span>
  )
}

export interface LetterAvatarProps {
  /** The first character is shown. */
  name: string
  /** A portrait of their own, when there is one. */
  src?: string | null
  size?: number
  className?: string
}

/** A member of staff: their portrait, or the first character of the name in a grey circle; decoration. */
export function LetterAvatar({ name, src, size = 28, className }: LetterAvatarProps) {
  if (src) return <img className={cx(s.round, className)} src={src} width={size} height={size} alt="" />
  return (
    <span
      className={cx(s.round, s.letter, className)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.43) }}
      aria-hidden
    >
      {[...name][0] ?? ''}
    </span>
  )
}
