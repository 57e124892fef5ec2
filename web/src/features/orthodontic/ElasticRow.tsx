import { elasticForces, elasticSizes, elasticTypes, type Elastic } from '@dentin/clinical/orthodontics/vocabulary'
import { useState } from 'react'
import { TextField } from '../../ui/index.ts'
import { Chip, ChipGap, ChipRow } from './Chip.tsx'
import { pairTyped } from './model.ts'
import s from './orthodontic.module.css'

/** How elastics are worn, in hours a day. */
const wears = [
  { hours: 22, name: '全天' },
  { hours: 12, name: '夜间' },
]

/** What an elastic is like that is drawn next. */
export type ElasticLike = Omit<Elastic, 'teeth'>

/** Class, size and force of the elastics; they are drawn from tooth to tooth, or typed as 13-46. */
export function ElasticRow({
  worn,
  like,
  onLike,
  onStop,
  onJoin,
  readOnly,
  problems,
}: {
  /** Elastics are in the mouth. */
  worn: boolean
  like: ElasticLike
  onLike: (part: Partial<ElasticLike>) => void
  onStop: () => void
  onJoin: (from: string, to: string) => void
  readOnly: boolean
  problems: readonly string[]
}) {
  const [typed, setTyped] = useState('')
  const join = () => {
    const pair = pairTyped(typed)
    if (!pair) return
    onJoin(...pair)
    setTyped('')
  }
  return (
    <ChipRow label="橡皮圈" letter="E" problems={problems}>
      {elasticTypes.map((type) => (
        <Chip key={type} pressed={like.type === type} disabled={readOnly} onClick={() => onLike({ type })}>
          {type}
        </Chip>
      ))}
      <ChipGap />
      {elasticSizes.map((size) => (
        <Chip key={size} pressed={like.size === size} disabled={readOnly} onClick={() => onLike({ size })}>
          {size}
        </Chip>
      ))}
      <ChipGap />
      {elasticForces.map((force) => (
        <Chip key={force} pressed={like.force === force} disabled={readOnly} onClick={() => onLike({ force })}>
          {force} oz
        </Chip>
      ))}
      <ChipGap />
      {wears.map(({ hours, name }) => (
        <Chip
          key={hours}
          pressed={like.hours === hours}
          disabled={readOnly}
          onClick={() => onLike({ hours: like.hours === hours ? null : hours })}
        >
          {name}
        </Chip>
      ))}
      {!readOnly && (
        <span className={s.pair}>
          <TextField
            size="sm"
            aria-label="橡皮圈从哪颗牙到哪颗牙"
            placeholder="13-46"
            value={typed}
            maxLength={7}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && join()}
            onBlur={join}
          />
        </span>
      )}
      {worn && (
        <Chip pressed={false} disabled={readOnly} onClick={onStop}>
          停用
        </Chip>
      )}
    </ChipRow>
  )
}
