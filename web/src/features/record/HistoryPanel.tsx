import { recordKindWords } from '@dentin/contract/core/record-origins'
import { sectionsOf, type RecordContent, type RecordType, type SectionKey } from '@dentin/contract/record'
import { useState } from 'react'
import { Button, EmptyState, ErrorLine, Icon, SkeletonRows, TextButton } from '../../ui/index.ts'
import { useRecord, useRecordsOf, type RecordDetail, type RecordRow } from './hooks.ts'
import { Lines } from './Lines.tsx'
import { copyable, isWritten, sectionLines, sectionOf } from './model.ts'
import { dayInWords } from './words.ts'
import s from './record.module.css'

export interface HistoryPanelProps {
  patientId: string
  /** The record being written; it is not its own history. */
  except: string
  /** Its kind: what another kind says is shown, and not taken over. */
  recordType: RecordType
  readOnly: boolean
  onQuote: (part: Partial<RecordContent>, words: string) => void
}

/** The patient's earlier records, section by section, each ready to be quoted. */
export function HistoryPanel({ patientId, except, recordType, readOnly, onQuote }: HistoryPanelProps) {
  const { data, error, refetch, isFetching } = useRecordsOf(patientId)
  const [chosen, setChosen] = useState<string | null | undefined>(undefined)
  const list = data?.filter((each) => each.id !== except)
  const open = chosen === undefined ? (list?.[0]?.id ?? null) : chosen
  if (error && !data)
    return (
      <div className={s.panel}>
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      </div>
    )
  if (!list)
    return (
      <div className={s.panel}>
        <SkeletonRows rows={6} height={32} />
      </div>
    )
  if (list.length === 0)
    return (
      <div className={s.panel}>
        <EmptyState
          layout="stack"
          icon="history"
          title="没有以前的病历"
          hint={readOnly ? '这是第一份' : '这是第一份，可从左侧模板开始写'}
        />
      </div>
    )
  return (
    <div>
      {list.map((row) => (
        <Past
          key={row.id}
          row={row}
          open={row.id === open}
          onToggle={() => setChosen(row.id === open ? null : row.id)}
          readOnly={readOnly || row.recordType !== recordType}
          onQuote={onQuote}
        />
      ))}
    </div>
  )
}

function Past({
  row,
  open,
  onToggle,
  readOnly,
  onQuote,
}: {
  row: RecordRow
  open: boolean
  onToggle: () => void
  readOnly: boolean
  onQuote: HistoryPanelProps['onQuote']
}) {
  return (
    <div className={s.past}>
      <button type="button" className={s.pastHead} aria-expanded={open} onClick={onToggle}>
        {!open && <Icon name="chevron-right" size={14} />}
        <b>{dayInWords(row.visitTime)}</b>
        {open ? (
          <>
            <span className={s.pastFacts}>
              {recordKindWords(row)}　{row.doctorName}
            </span>
            <Icon name="chevron-down" size={16} />
          </>
        ) : (
          <span className={s.pastWords}>{row.treatmentText || row.diagnosisText || '草稿'}</span>
        )}
      </button>
      {open && <PastBody id={row.id} readOnly={readOnly} onQuote={onQuote} />}
    </div>
  )
}

function PastBody({ id, readOnly, onQuote }: { id: string; readOnly: boolean; onQuote: HistoryPanelProps['onQuote'] }) {
  const { data, error, refetch, isFetching } = useRecord(id)
  if (error && !data)
    return (
      <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorLine>
    )
  if (!data) return <SkeletonRows rows={4} height={28} />
  const written = sectionsOf(data.recordType).filter(({ key }) => isWritten(data.content, key))
  return (
    <div className={s.pastBody}>
      {!data.intact && <ErrorLine>这份病历的内容与签名不符，请核对后再引用。</ErrorLine>}
      {written.map(({ key, name }) => (
        <PastSection
          key={key}
          detail={data}
          section={key}
          name={name}
          onQuote={
            readOnly || key === 'toothMarks'
              ? null
              : () => onQuote(sectionOf(data.content, key), `已引用${dayInWords(data.visitTime)}的${name}`)
          }
        />
      ))}
      {!readOnly && (
        <Button
          variant="tint"
          size="sm"
          block
          onClick={() => onQuote(copyable(data.content), `已复制${dayInWords(data.visitTime)}的病历，请核对修改`)}
        >
          整份复制到本次
        </Button>
      )}
    </div>
  )
}

function PastSection({
  detail,
  section,
  name,
  onQuote,
}: {
  detail: RecordDetail
  section: SectionKey
  name: string
  onQuote: (() => void) | null
}) {
  const names = new Map(detail.tariffs.map((each) => [each.id, each.name]))
  return (
    <div className={s.pastSection}>
      <div className={s.pastName}>
        <span>{name}</span>
        {onQuote && (
          <TextButton icon="copy" onClick={onQuote} aria-label={`引用${name}`}>
            引用
          </TextButton>
        )}
      </div>
      <Lines lines={sectionLines(detail.content, section, (id) => names.get(id) ?? '')} />
    </div>
  )
}
