import { shortDayText } from '@dentin/kit/date-text'
import { fenToYuan, formatYuan, formatYuanText, ZERO, type Fen } from '@dentin/kit/money'
import { useEffect, useRef, type ReactNode } from 'react'
import { useDict } from '../../lib/dict.ts'
import { Select } from '../../ui/heavy.ts'
import { Checkbox, Money, MoneyInput, Segmented, TextField } from '../../ui/index.ts'
import { limitWords, offeredPercents, percentsToAskFor, percentWords, type Draft, type Sums } from './draft.ts'
import type { BillDetail } from './hooks.ts'
import s from './billing.module.css'
import { present } from '../../lib/present.ts'

export interface BillTermsProps {
  draft: Draft
  sums: Sums | null
  editable: boolean
  limit: number
  overLimit: boolean
  onChange: (patch: Partial<Draft>) => void
  arrears: BillDetail['otherArrears']
  collect: boolean
  /** Absent when old arrears can't be taken with this bill. */
  onCollect?: (collect: boolean) => void
}

/** What is taken off the whole bill, old debt, remark; beside it the ladder of sums. */
export function BillTerms(props: BillTermsProps) {
  const { draft, sums, editable, onChange, arrears, collect, onCollect } = props
  return (
    <div className={s.below}>
      <div className={s.terms}>
        {editable ? <Discounts {...props} /> : <Given draft={draft} sums={sums} />}
        {arrears && Number(arrears.amount) > 0 && (
          <Term label="上次欠费">
            {onCollect ? (
              <Checkbox checked={collect} onChange={(event) => onCollect(event.target.checked)}>
                一并收回 <Money yuan={arrears.amount} as="debt" />
              </Checkbox>
            ) : (
              <Money yuan={arrears.amount} as="debt" />
            )}
            <span className="t-12 tertiary">{arrearsAge(arrears)}</span>
          </Term>
        )}
        {editable ? (
          <Term label="备注">
            <TextField
              aria-label="备注"
              placeholder="只在内部显示"
              boxClassName={s.remark}
              maxLength={200}
              value={draft.remark}
              onChange={(event) => onChange({ remark: event.target.value })}
            />
          </Term>
        ) : (
          draft.remark && <Term label="备注">{draft.remark}</Term>
        )}
      </div>
      <Ladder sums={sums} />
    </div>
  )
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={s.term}>
      <span className={s.termLabel}>{label}</span>
      <div className={s.termBody}>{children}</div>
    </div>
  )
}

/** What was taken off a bill that can't be changed any more. */
function Given({ draft, sums }: { draft: Draft; sums: Sums | null }) {
  if (!sums || sums.discount === 0) return null
  const words = [
    draft.discountPercent < 100 && `整单 ${percentWords(draft.discountPercent)}`,
    draft.reduction && `立减 ${formatYuanText(draft.reduction)}`,
    sums.rounding > 0 && `抹零 ${formatYuan(sums.rounding)}`,
    draft.lines.some((line) => line.discountPercent < 100) && '单项折扣',
    draft.discountReason,
  ]
  return <Term label="优惠">{words.filter(Boolean).join('　')}</Term>
}

function Discounts({ draft, sums, limit, overLimit, onChange }: BillTermsProps) {
  const { words, first } = useDict('discount-reason')
  const wrong = overLimit || sums === null
  const discounted = sums !== null && sums.discount > 0
  // The usual reason stands there when a discount is given; a bill that came with one keeps what it says.
  const had = useRef(discounted)
  useEffect(() => {
    if (discounted === had.current) return
    had.current = discounted
    if (discounted && first && !draft.discountReason) onChange({ discountReason: first })
  }, [discounted, first, draft.discountReason, onChange])
  return (
    <>
      <Term label="整单优惠">
        <Select
          label="整单折扣"
          width={104}
          value={draft.discountPercent}
          onChange={(percent) => onChange({ discountPercent: percent ?? 100 })}
          options={[
            ...offeredPercents(limit, draft.discountPercent).map((percent) => ({
              value: percent,
              label: percentWords(percent),
              search: String(percent),
            })),
            ...percentsToAskFor(limit, draft.discountPercent).map((percent) => ({
              value: percent,
              label: `${percentWords(percent)}（需审批）`,
              search: String(percent),
            })),
          ]}
        />
        <span className="t-13 secondary">立减</span>
        <MoneyInput
          aria-label="立减"
          boxClassName={s.reduction}
          placeholder="0.00"
          value={draft.reduction}
          onChange={(reduction) => onChange({ reduction })}
          invalid={sums === null}
        />
        <span className={wrong ? 't-12 danger' : 't-12 tertiary'} role={wrong ? 'alert' : undefined}>
          {sums === null ? '优惠超过可优惠的金额' : limitWords(limit)}
        </span>
      </Term>
      <Term label="抹零">
        <Segmented
          label="抹零"
          value={draft.roundingRule}
          onChange={(roundingRule) => onChange({ roundingRule })}
          options={[
            { value: 0, label: '不抹' },
            { value: 1, label: '到角' },
            { value: 2, label: '到元' },
            { value: 3, label: '手动' },
          ]}
        />
        {draft.roundingRule === 3 && (
          <MoneyInput
            aria-label="手动抹零"
            boxClassName={s.reduction}
            placeholder="0.00"
            value={draft.manualRounding}
            onChange={(manualRounding) => onChange({ manualRounding })}
          />
        )}
      </Term>
      {discounted && (
        <Term label="优惠原因">
          <Select
            label="优惠原因"
            width={220}
            clearable
            value={draft.discountReason || null}
            onChange={(reason) => onChange({ discountReason: reason ?? '' })}
            options={[...new Set([...words, draft.discountReason].filter(Boolean))].map((reason) => ({
              value: reason,
              label: reason,
            }))}
          />
        </Term>
      )}
    </>
  )
}

/** '10月9日，42 天', with the number of bills when there are several. */
function arrearsAge(arrears: NonNullable<BillDetail['otherArrears']>): string {
  if (!arrears.oldest) return ''
  const days = Math.max(
    0,
    Math.floor((present().getTime() - new Date(`${arrears.oldest.replace(' ', 'T')}+08:00`).getTime()) / 86_400_000),
  )
  const day = `${shortDayText(arrears.oldest)}，${days} 天`
  return arrears.count > 1 ? `${arrears.count} 单，最早 ${day}` : day
}

function Ladder({ sums }: { sums: Sums | null }) {
  const step = (label: string, amount: Fen, deduction = true) => (
    <div className={s.step}>
      <dt>{label}</dt>
      <dd>
        <Money yuan={fenToYuan(amount)} as={deduction ? 'deduction' : 'plain'} />
      </dd>
    </div>
  )
  return (
    <dl className={s.ladder}>
      {step('原价合计', sums?.original ?? ZERO, false)}
      {sums && sums.percentOff > 0 && step('折扣', sums.percentOff)}
      {sums && sums.reduction > 0 && step('立减', sums.reduction)}
      {sums && sums.rounding > 0 && step('抹零', sums.rounding)}
      <div className={s.total}>
        <dt>应收</dt>
        <dd>{sums ? <Money yuan={fenToYuan(sums.receivable)} /> : '—'}</dd>
      </div>
    </dl>
  )
}
