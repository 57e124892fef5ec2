import { fileStates } from '@dentin/contract/core/status'
import { Avatar, cx, Tag } from '../../ui/index.ts'
import type { PairSide } from './hooks.ts'
import { ageYears, genderAge } from '../../domain/person.ts'
import { visitsOf } from './words.ts'
import s from './merge.module.css'

/** One file of a pair in two lines: who it is and how it can be reached; since when it is there and how much it is used. */
export function FileCard({ file, className }: { file: PairSide; className?: string }) {
  return (
    <span className={cx(s.file, className)}>
      <Avatar gender={file.gender} age={ageYears(file.birthDay)} size={32} />
      <span className={s.fileWords}>
        <span className={s.fileLine}>
          <b>{file.name}</b>
          <span className="t-12 secondary">{genderAge(file)}</span>
          <span className="t-12 num">{file.mobile ?? '无手机号'}</span>
          {fileStates.is(file.status, 'archived') && <Tag>已归档</Tag>}
        </span>
        <span className={cx(s.fileLine, 't-12', 'secondary')}>
          <span className="num">{file.medicalNumber}</span>
          <span>{file.createdAt.slice(0, 10)} 建档</span>
          <span>{visitsOf(file)}</span>
        </span>
      </span>
    </span>
  )
}
