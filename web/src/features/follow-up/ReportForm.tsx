import { RECALL_TYPES, RESULT_BOOKED, RESULT_PAIN } from '@dentin/contract/core/follow-up-words'
import { followUp } from '@dentin/contract/follow-up'
import { addDays } from '@dentin/kit/datetime'
import { useRef, useState } from 'react'
import { ApiError, newRequestId } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import {
  Button,
  cx,
  ErrorLine,
  Field,
  SkeletonRows,
  TextArea,
  TextButton,
  TextField,
  toast,
  useHotkeys,
} from '../../ui/index.ts'
import { DatePicker } from '../../ui/heavy.ts'
import { useFollowOptions, useReport, type FollowDetail } from './hooks.ts'
import { dueWords } from './words.ts'
import s from './follow.module.css'
import { presentDay } from '../../lib/present.ts'

type Step = 'none' | 'book' | 'phone'

/** Results with the key that each always has. A recall asks for a visit: that it was won stands first. */
function inOrder<T extends { code: string }>(results: readonly T[], type: number): (T & { key: string | null })[] {
  const keyed = results.map((each, n) => ({ ...each, key: n < 9 ? String(n + 1) : null }))
  const wins = (each: T) => each.code === RESULT_BOOKED
  return RECALL_TYPES.includes(type) ? [...keyed.filter(wins), ...keyed.filter((each) => !wins(each))] : keyed
}

/** What came of a call: one key for the result, one to save. Nobody reached: a single key. */
export function ReportForm({ follow, onSaved }: { follow: FollowDetail; onSaved: (step: Step) => void }) {
  const options = useFollowOptions()
  const report = useReport()
  const [more, setMore] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useCallForm(followUp.report, {
    defaultValues: {
      id: follow.id,
      version: follow.version,
      reached: true,
      resultCode: '',
      note: '',
      satisfaction: null,
      nextPlanTime: null,
      audioUrl: '',
    },
  })
  const [result, satisfaction, next] = [
    form.watch('resultCode'),
    form.watch('satisfaction') ?? null,
    form.watch('nextPlanTime') ?? null,
  ]
  const results = inOrder(options.data?.results ?? [], follow.type)
  const save = useRef<HTMLButtonElement>(null)
  const pick = (code: string) => {
    form.clearErrors('resultCode')
    form.setValue('resultCode', code, { shouldDirty: true })
    // The next Enter saves.
    save.current?.focus({ preventScroll: true })
  }
  /** Whoever is won for a visit is booked at once, unless that has been done. */
  const books = result === RESULT_PAIN || (result === RESULT_BOOKED && !follow.nextAppointment)
  const submit = form.save(
    report.mutateAsync,
    (answer) => {
      if (answer.nextStep === 'phone') toast.info('号码有误，请到患者资料里更正')
      else toast.success(answer.nextId ? `已登记，${dueWords(next ?? '')} 再访` : '已登记')
      onSaved(answer.nextStep === 'book' && !books ? 'none' : answer.nextStep)
    },
    {
      check: (values) => {
        if (values.resultCode) return true
        form.setError('resultCode', { message: '请选择随访结果' })
        return false
      },
    },
  )
  const miss = async () => {
    setFailure(null)
    try {
      const answer = await report.mutateAsync({
        requestId: newRequestId(),
        id: follow.id,
        version: follow.version,
        reached: false,
        note: form.getValues('note'),
      })
      toast.success(answer.handedOver ? '3 次未接通，已转前台' : `未接通，改到${dueWords(answer.planTime)}`)
      // The form is another one by now: what was read anew has a new version.
      onSaved('none')
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : '没有登记成功，请重试')
    }
  }
  const busy = form.sending || report.isPending
  useHotkeys([
    ...results.flatMap(({ key, code }) =>
      key === null
        ? []
        : [
            {
              key,
              run: () => pick(code),
              ...(key === '1' ? { does: `选随访结果（1–${Math.min(9, results.length)}）` } : {}),
            },
          ],
    ),
    { key: '0', does: '未接通', enabled: !busy, run: () => void miss() },
    { key: 'mod+Enter', does: '保存随访结果（选好后 Enter 也可）', enabled: !busy, run: () => void submit() },
  ])
  if (!options.data)
    return options.error ? (
      <ErrorLine onRetry={() => void options.refetch()}>随访结果没有读到：{options.error.message}</ErrorLine>
    ) : (
      <SkeletonRows rows={3} height={36} />
    )
  const setNext = (date: string | null) =>
    form.setValue('nextPlanTime', date ? `${date} 10:00:00` : null, { shouldDirty: true })
  const inDays = (days: number) => addDays(presentDay(), days)
  return (
    <form className={s.report} onSubmit={(event) => void submit(event)} noValidate>
      <Field label="结果" group required error={form.errorOf('resultCode')}>
        <div className={s.results} role="radiogroup" aria-label="随访结果">
          {results.map((each) => (
            <button
              key={each.code}
              type="button"
              role="radio"
              aria-checked={result === each.code}
              className={cx(s.result, result === each.code && s.chosen, each.code === RESULT_PAIN && s.pain)}
              onClick={() => pick(each.code)}
            >
              {each.key !== null && <span className={s.key}>{each.key}</span>}
              {each.name}
            </button>
          ))}
          <button type="button" className={s.result} disabled={busy} onClick={() => void miss()}>
            <span className={s.key}>0</span>
            未接通
          </button>
        </div>
      </Field>
      <Field label="满意度" group error={form.errorOf('satisfaction')}>
        <div className={s.points5} role="radiogroup" aria-label="满意度">
          {[1, 2, 3, 4, 5].map((value) => (
            <button
              key={value}
              type="button"
              role="radio"
              aria-checked={satisfaction === value}
              aria-label={`${value} 分`}
              className={cx(s.point, satisfaction === value && (value <= 2 ? s.low : s.chosen))}
              onClick={() =>
                form.setValue('satisfaction', satisfaction === value ? null : value, { shouldDirty: true })
              }
            >
              {value}
            </button>
          ))}
          <span className="t-12 tertiary">5 分最满意</span>
        </div>
      </Field>
      <Field label="记录" error={form.errorOf('note')}>
        <TextArea rows={2} maxLength={500} placeholder="患者怎么说" {...form.register('note')} />
      </Field>
      <Field label="再次随访" group error={form.errorOf('nextPlanTime')}>
        <div className={s.next}>
          <DatePicker
            label="再次随访"
            placeholder="不再安排"
            value={next ? next.slice(0, 10) : null}
            min={inDays(1)}
            width={150}
            onChange={setNext}
          />
          {[1, 3, 7].map((days) => (
            <TextButton key={days} onClick={() => setNext(inDays(days))}>
              {days} 天后
            </TextButton>
          ))}
        </div>
      </Field>
      {more ? (
        <Field label="录音地址" error={form.errorOf('audioUrl')}>
          <TextField maxLength={300} placeholder="https://" {...form.register('audioUrl')} />
        </Field>
      ) : (
        <TextButton tone="quiet" onClick={() => setMore(true)}>
          添加录音链接
        </TextButton>
      )}
      {(form.failure ?? failure) && <ErrorLine>{form.failure ?? failure}</ErrorLine>}
      <div className={s.submit}>
        <Button ref={save} type="submit" variant="primary" busy={busy} block>
          {books ? '保存并预约' : '保存'}
        </Button>
      </div>
    </form>
  )
}
