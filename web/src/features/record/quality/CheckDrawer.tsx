import { qualityRules, type QualityRuleId } from '@dentin/contract/core/quality-rules'
import { recordQuality, spotCheckStates } from '@dentin/contract/record-quality'
import { useState } from 'react'
import { genderAge } from '../../../domain/person.ts'
import { useCallForm } from '../../../lib/form.ts'
import { Drawer, Picked } from '../../../ui/heavy.ts'
import { Button, Checkbox, ErrorLine, Field, StatusTag, TextArea, TextField, toast } from '../../../ui/index.ts'
import { Score } from './Score.tsx'
import { useReply, useReview, type CheckedRecord } from './hooks.ts'
import s from './quality.module.css'

/** One record: what the list found when it was signed, and what the spot check says. */
export function CheckDrawer({
  row,
  onClose,
  onOpen,
}: {
  row: CheckedRecord
  onClose: () => void
  onOpen: (recordId: string) => void
}) {
  const { spotCheck: check } = row
  return (
    <Drawer
      open
      title={`${row.recordNo} 的质量`}
      width={520}
      onClose={onClose}
      sticky={check?.can.review ?? false}
      extra={
        <Button size="sm" icon="file" onClick={() => onOpen(row.recordId)}>
          打开病历
        </Button>
      }
    >
      <div className={s.face}>
        <b>{row.patientName}</b>
        <span className="secondary">{genderAge(row, row.visitTime)}</span>
        <span className="secondary">{row.doctorName}</span>
        <span className="tertiary num">就诊 {row.visitTime.slice(0, 16)}</span>
        <span className="tertiary num">签名 {row.signedAt.slice(0, 16)}</span>
      </div>
      <h3 className={s.part}>
        <span className={s.back}>
          签名时得分 <Score of={row.score} />
        </span>
      </h3>
      <ul className={s.found}>
        {row.items.map(({ rule, message, points }, n) => (
          <li key={`${rule}.${n}`}>
            <span>{message}</span>
            <span className={`${s.points} tertiary num`}>{points > 0 ? `−${points}` : '提示'}</span>
          </li>
        ))}
        {row.items.length === 0 && <li className="tertiary">{row.score === null ? '当时没有评分' : '没有缺陷'}</li>}
      </ul>
      {check && (
        <>
          <h3 className={s.part}>
            <span className={s.back}>
              抽查 <StatusTag kind={spotCheckStates} value={check.status} />
            </span>
          </h3>
          {check.can.review ? (
            <Review key={check.version} row={row} check={check} onDone={onClose} />
          ) : (
            <Reviewed check={check} />
          )}
          {check.can.reply && <Reply check={check} onDone={onClose} />}
        </>
      )}
    </Drawer>
  )
}

type Check = NonNullable<CheckedRecord['spotCheck']>

/** What the reviewer said, and the answer. */
function Reviewed({ check }: { check: Check }) {
  if (check.score === null) return <p className="secondary">已抽中，等待评分</p>
  return (
    <>
      <div className={s.face}>
        <Score of={check.score} />
        <span className="secondary">{check.reviewerName}</span>
        <span className="tertiary num">{check.reviewedAt?.slice(0, 16)}</span>
      </div>
      <ul className={s.found}>
        {check.defects.map((rule) => (
          <li key={rule}>{qualityRules.find(({ id }) => id === rule)?.name ?? rule}</li>
        ))}
      </ul>
      {check.remark && <p>{check.remark}</p>}
      {check.reply && (
        <p className="secondary">
          答复：{check.reply} <span className="tertiary num">{check.repliedAt?.slice(0, 16)}</span>
        </p>
      )}
    </>
  )
}

const pointsOf = (rules: ReadonlySet<string>) =>
  qualityRules.filter(({ id }) => rules.has(id)).reduce((sum, { points }) => sum + points, 0)

function Review({ row, check, onDone }: { row: CheckedRecord; check: Check; onDone: () => void }) {
  const review = useReview()
  const begun = check.score === null ? row.items.map(({ rule }) => rule) : check.defects
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(begun))
  const [score, setScore] = useState(String(check.score ?? Math.max(0, 100 - pointsOf(new Set(begun)))))
  const [remark, setRemark] = useState(check.remark)
  const tick = (rule: string) => {
    const next = new Set(ticked)
    if (!next.delete(rule)) next.add(rule)
    setTicked(next)
    setScore(String(Math.max(0, 100 - pointsOf(next))))
  }
  const wrong = review.error?.fields?.find(({ field }) => field === 'score')?.message
  return (
    <form
      className={s.form}
      onSubmit={(event) => {
        event.preventDefault()
        review.mutate(
          {
            id: check.id,
            version: check.version,
            score: score.trim() === '' ? Number.NaN : Number(score),
            defects: [...ticked] as QualityRuleId[],
            remark,
          },
          {
            onSuccess: () => {
              toast.success('已评分，医生会收到消息')
              onDone()
            },
            onError: () => undefined,
          },
        )
      }}
    >
      <div className={s.ticks} role="group" aria-label="缺陷">
        {qualityRules.map(({ id, name, points }) => (
          <div key={id} className={s.tick}>
            <Checkbox checked={ticked.has(id)} onChange={() => tick(id)}>
              {name}
            </Checkbox>
            <span className="tertiary t-12 num">{points > 0 ? `−${points}` : ''}</span>
          </div>
        ))}
      </div>
      <Field label="得分" required help="按勾选的缺陷算出，可以改" error={wrong}>
        <TextField
          inputMode="numeric"
          maxLength={3}
          value={score}
          onChange={({ target }) => setScore(target.value.replaceAll(/\D/g, ''))}
        />
      </Field>
      <Field label="意见">
        <TextArea rows={3} maxLength={500} value={remark} onChange={({ target }) => setRemark(target.value)} />
      </Field>
      {review.error && !wrong && <ErrorLine>{review.error.message}</ErrorLine>}
      <Button type="submit" variant="primary" busy={review.isPending}>
        提交评分
      </Button>
    </form>
  )
}

function Reply({ check, onDone }: { check: Check; onDone: () => void }) {
  const reply = useReply()
  const form = useCallForm(recordQuality.reply, { defaultValues: { id: check.id, version: check.version, reply: '' } })
  const submit = form.save(reply.mutateAsync, () => {
    toast.success('已答复')
    onDone()
  })
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)}>
      <Picked form={form} name="reply" label="答复" required>
        {({ value, onChange, onBlur }) => (
          <TextArea
            rows={3}
            maxLength={500}
            value={value ?? ''}
            onChange={({ target }) => onChange(target.value)}
            onBlur={onBlur}
          />
        )}
      </Picked>
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
      <Button type="submit" variant="primary" busy={form.sending}>
        提交答复
      </Button>
    </form>
  )
}
