import {
  chainKinds,
  springKinds,
  springNames,
  type ChainKind,
  type SpringKind,
} from '@dentin/clinical/orthodontics/vocabulary'
import type { OrthoVisitContent } from '@dentin/contract/orthodontic'
import { useState } from 'react'
import { TextField } from '../../ui/index.ts'
import { Chip, ChipGap, ChipRow } from './Chip.tsx'
import { pairTyped } from './model.ts'
import s from './orthodontic.module.css'

/** What is drawn along an arch next: a chain or a spring of a kind. */
export type SpanLike = { field: 'chains'; kind: ChainKind } | { field: 'springs'; kind: SpringKind }

/** Chains and springs along an arch: what the next one is, and those that are in; they are drawn or typed as 13-23. */
export function SpanRow({
  chains,
  springs,
  like,
  onLike,
  onJoin,
  onChange,
  readOnly,
  problems,
}: {
  chains: NonNullable<OrthoVisitContent['chains']>
  springs: NonNullable<OrthoVisitContent['springs']>
  like: SpanLike
  onLike: (like: SpanLike) => void
  onJoin: (from: string, to: string) => void
  onChange: (part: Pick<Partial<OrthoVisitContent>, 'chains' | 'springs'>) => void
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
    <ChipRow label="链圈、簧" letter="K" problems={problems}>
      {chainKinds.map((kind) => (
        <Chip
          key={kind}
          pressed={like.field === 'chains' && like.kind === kind}
          disabled={readOnly}
          onClick={() => onLike({ field: 'chains', kind })}
        >
          {kind}链圈
        </Chip>
      ))}
      <ChipGap />
      {springKinds.map((kind) => (
        <Chip
          key={kind}
          pressed={like.field === 'springs' && like.kind === kind}
          disabled={readOnly}
          onClick={() => onLike({ field: 'springs', kind })}
        >
          {springNames[kind]}
        </Chip>
      ))}
      {!readOnly && (
        <span className={s.pair}>
          <TextField
            size="sm"
            aria-label="链圈、簧从哪颗牙到哪颗牙"
            placeholder="13-23"
            value={typed}
            maxLength={7}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && join()}
            onBlur={join}
          />
        </span>
      )}
      {(chains.length > 0 || springs.length > 0) && <ChipGap />}
      {chains.map(({ kind, from, to }, index) => (
        <Chip
          key={`${from}${to}`}
          pressed
          disabled={readOnly}
          label={`取下链圈 ${kind} ${from}–${to}`}
          onClick={() => onChange({ chains: chains.filter((_, at) => at !== index) })}
        >
          {kind} {from}–{to}
        </Chip>
      ))}
      {springs.map(({ kind, from, to }, index) => (
        <Chip
          key={`${from}${to}`}
          pressed
          disabled={readOnly}
          label={`取下 ${springNames[kind]} ${from}–${to}`}
          onClick={() => onChange({ springs: springs.filter((_, at) => at !== index) })}
        >
          {springNames[kind]} {from}–{to}
        </Chip>
      ))}
    </ChipRow>
  )
}
