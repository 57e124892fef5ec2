import type { ReceiptPaper } from '@dentin/contract/core/papers'
import { printPapers, type PrintPaper } from '@dentin/contract/core/print-papers'
import type { PrintTemplateContent } from '@dentin/contract/print-template'
import { useDeferredValue, useMemo, useState } from 'react'
import { ClinicLetterhead } from '../../domain/clinic-letterhead.tsx'
import { moneyPapers } from '../../domain/paper-choice.tsx'
import { PaperPreview } from '../../domain/paper-preview.ts'
import { useClinicSettings } from '../../lib/clinic-settings.ts'
import { shortMoment } from '../../lib/when.ts'
import { EmptyState, ErrorLine, Segmented, SkeletonRows } from '../../ui/index.ts'
import { Select } from '../../ui/heavy.ts'
import { useRecent, type DrawPaper } from './hooks.ts'
import s from './print-template.module.css'

/** A paper there is, as it would come out of the printer by what is being written. Nothing is printed, counted or given a code. */
export function Preview({ kind, content, draw }: { kind: PrintPaper; content: PrintTemplateContent; draw: DrawPaper }) {
  const { data, error, refetch } = useRecent(kind)
  const { receiptPaper = 'a5' } = useClinicSettings().data ?? {}
  const [chosen, choose] = useState<string | null>(null)
  const [looked, look] = useState<ReceiptPaper | null>(null)
  const size = looked ?? content.paper ?? (printPapers[kind].use === 'letter' ? 'a4' : receiptPaper)
  const shown = useDeferredValue(content)
  const previewed = useMemo(() => ({ content: shown, size }), [shown, size])
  if (error) return <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>
  if (!data) return <SkeletonRows rows={10} />
  const paper = data.list.find(({ id }) => id === chosen) ?? data.list[0]
  if (!paper)
    return (
      <EmptyState
        icon="printer"
        layout="stack"
        title={`本门诊还没有${printPapers[kind].name}`}
        hint="预览用真实的单据，有了第一张就能在这里看到效果。模板可以先保存。"
      />
    )
  return (
    <>
      <div className={s.look}>
        <Select
          label="用哪张单据预览"
          width={240}
          size="sm"
          options={data.list.map(({ id, label, at }) => ({ value: id, label: `${label}　${shortMoment(at)}` }))}
          value={paper.id}
          onChange={(id) => choose(id)}
        />
        <Segmented label="预览纸张" size="sm" options={moneyPapers} value={size} onChange={(next) => look(next)} />
        {content.copies > 1 && <span className="tertiary t-12">打印一式 {content.copies} 份</span>}
      </div>
      <div className={s.sheet}>
        <ClinicLetterhead>
          <PaperPreview value={previewed}>{draw(kind, paper)}</PaperPreview>
        </ClinicLetterhead>
      </div>
    </>
  )
}
