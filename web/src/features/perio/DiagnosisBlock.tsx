import { perioSign, perioProposal } from '@dentin/clinical/perio/case'
import type { PerioCells } from '@dentin/clinical/perio/cells'
import type { PerioStage } from '@dentin/clinical/perio/staging'
import type { PerioDraft } from '@dentin/contract/perio'
import { Button, cx, TextButton, toast } from '../../ui/index.ts'
import { useState } from 'react'
import type { Decisions } from './hooks.ts'
import { DiagnosisDialog } from './dialogs.ts'
import { diagnosisTags } from './words.ts'
import s from './side.module.css'

export interface DiagnosisBlockProps {
  cells: PerioCells
  draft: Pick<PerioDraft, 'age' | 'previousStage' | 'risks'>
  decided: Pick<Decisions, 'answers' | 'diagnosis' | 'decide'>
  readOnly: boolean
}

/** Asks whether it is a case; then what is proposed, with the datum that decided, and what the doctor makes of it. */
export function DiagnosisBlock({ cells, draft, decided, readOnly }: DiagnosisBlockProps) {
  const [open, setOpen] = useState(false)
  const { answers, diagnosis, decide } = decided
  const previousStage: PerioStage | null = draft.previousStage
  const proposal = perioProposal(cells, answers, { age: draft.age, previousStage })
  const tell = (part: Parameters<typeof decide>[0]) =>
    void decide(part).catch((error: unknown) => toast.error((error as Error).message))
  const tags = diagnosisTags(diagnosis ?? proposal)
  const proposed = diagnosisTags(proposal).join('　')
  // What the doctor stored stands by itself; what is reckoned from the cells of now is told beside it where it is another.
  const isOther = diagnosis !== null && tags.join('　') !== proposed
  const why = [proposal.why.stage, proposal.why.grade, proposal.why.extent].filter(Boolean).join('；')
  const accept = () => {
    if (proposal.kind === 'open') return
    const { kind, gingivitis, stage, grade, extent } = proposal
    tell({ diagnosis: { kind, gingivitis, stage, grade, extent, reason: '' } })
  }
  const mayAccept = proposal.kind !== 'open' && (proposal.kind !== 'periodontitis' || proposal.stage !== null)
  return (
    <section className={s.block} aria-label="诊断">
      <header className={s.head}>
        <h2>诊断</h2>
        {diagnosis === null && tags.length > 0 && <span className={s.note}>建议，待采纳</span>}
      </header>
      {answers.isCase === null && !diagnosis ? (
        readOnly ? (
          <p className={s.words}>未诊断</p>
        ) : (
          <>
            <p className={s.words}>
              是牙周炎吗？
              {perioSign(cells) ?? '图表上还看不出牙周炎'}
            </p>
            <div className={s.row}>
              <Button size="sm" variant="tint" onClick={() => setOpen(true)}>
                是，问病情
              </Button>
              <Button size="sm" onClick={() => tell({ answers: { ...answers, isCase: false } })}>
                不是
              </Button>
            </div>
          </>
        )
      ) : (
        <>
          <div className={s.tags}>
            {tags.map((tag) => (
              <span key={tag} className={cx(s.tag, diagnosis === null && s.proposed)}>
                {tag}
              </span>
            ))}
            {tags.length === 0 && <span className={s.words}>还没有可以推算的数据</span>}
            {!readOnly && diagnosis === null && mayAccept && (
              <Button size="xs" variant="tint" onClick={accept}>
                采纳
              </Button>
            )}
            {!readOnly && <TextButton onClick={() => setOpen(true)}>改</TextButton>}
          </div>
          {diagnosis?.reason && <p className={s.words}>医生改定：{diagnosis.reason}</p>}
          {why && !isOther && <p className={s.words}>按{why}推算</p>}
          {isOther && proposed && (
            <p className={s.words}>
              按现在的数据建议 {proposed}（{why}）
            </p>
          )}
        </>
      )}
      {open && (
        <DiagnosisDialog
          cells={cells}
          draft={draft}
          answers={answers.isCase === null ? { ...answers, isCase: true } : answers}
          diagnosis={diagnosis}
          decide={decide}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}
