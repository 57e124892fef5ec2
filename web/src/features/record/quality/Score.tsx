import { gradeOf } from '@dentin/contract/core/quality-grades'
import { Tag } from '../../../ui/index.ts'
import { gradeTones } from './words.ts'
import s from './quality.module.css'

/** A score with its grade. */
export function Score({ of }: { of: number | null }) {
  if (of === null) return <span className="tertiary">—</span>
  const grade = gradeOf(of)
  return (
    <span className={s.back}>
      <b className="num">{of}</b>
      <Tag tone={gradeTones[grade]}>{grade}</Tag>
    </span>
  )
}
