import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { ApiError, newRequestId } from '../../lib/client.ts'
import type { Chosen } from '../../lib/handed-over.ts'
import {
  EmptyState,
  ErrorLine,
  Field,
  FilterChip,
  IconButton,
  Notice,
  ScrollRegion,
  SkeletonRows,
  Tag,
  toast,
} from '../../ui/index.ts'
import { Dialog, Select } from '../../ui/heavy.ts'
import { usePreview, useSendSms, useTemplates, type Preview } from './hooks.ts'
import { minute } from './words.ts'
import s from './sms.module.css'

/** Takes a patient that was chosen. */
export type PickPatient = (patient: { id: string; name: string }) => void

/** Why so many get nothing, in words: 已有预约，不用再提醒 10，没有手机号 2. */
function reasonsOf(recipients: readonly { leftOut: string | null }[]): string {
  const counts = new Map<string, number>()
  for (const { leftOut } of recipients) if (leftOut) counts.set(leftOut, (counts.get(leftOut) ?? 0) + 1)
  return [...counts].map(([reason, count]) => `${reason} ${count}`).join('，')
}

/** Writing to one patient or many: choose whom and which template, see what each gets and who is left out, send. */
export function SendDialog({
  people: given,
  greets = false,
  pickPatient,
  onClose,
}: {
  people: readonly Chosen[]
  /** Congratulates on the birthday: what is sent marks it. */
  greets?: boolean
  /** The field that finds patients. */
  pickPatient: (pick: PickPatient) => ReactNode
  onClose: () => void
}) {
  const templates = useTemplates({ ready: true, pageSize: 100 })
  const [people, setPeople] = useState<readonly Chosen[]>(given)
  const ids = useMemo(() => people.map(({ id }) => id), [people])
  const remove = (id: string) => setPeople((before) => before.filter((each) => each.id !== id))
  const [templateId, setTemplateId] = useState<string | null>(null)
  const [requestId] = useState(newRequestId)
  const [seen, setSeen] = useState<{ of: string; found: Preview } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutateAsync: preview, isPending: looking } = usePreview()
  const send = useSendSms()
  const asked = templateId && ids.length > 0 ? `${templateId}:${ids.join()}` : null

  useEffect(() => {
    if (!asked || !templateId) return
    let current = true
    void preview({ patientIds: ids, templateId }).then(
      (found) => {
        if (!current) return
        setSeen({ of: asked, found })
        setProblem(null)
      },
      (error: unknown) => current && setProblem(error instanceof ApiError ? error.message : 'Error'),
    )
    return () => {
      current = false
    }
  }, [asked, ids, templateId, preview])

  const found = seen && seen.of === asked ? seen.found : null
  const going = found?.recipients.filter((each) => !each.leftOut).length ?? 0
  const short = found !== null && found.count > found.balance
  const submit = async () => {
    if (!templateId || !found) return setProblem(ids.length === 0 ? '请选择患者' : '请选择模板')
    try {
      const done = await send.mutateAsync({ patientIds: ids, templateId, greets, requestId })
      toast.success(done.leftOut > 0 ? `已发送 ${done.queued} 条，${done.leftOut} 人未发` : `已发送 ${done.queued} 条`)
      onClose()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Error')
    }
  }
  return (
    <Dialog
      open
      title={greets ? '发生日祝福短信' : '发短信'}
      width={600}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText={found ? `发送（${found.count} 条）` : '发送'}
      submitDisabled={!found || going === 0 || short}
      busy={send.isPending}
    >
      <div className={s.stack}>
        <Field label="患者" required>
          {pickPatient(({ id, name }) =>
            setPeople((before) => (before.some((each) => each.id === id) ? before : [...before, { id, name }])),
          )}
        </Field>
        <Field label="模板" required>
          <Select
            label="模板"
            placeholder={templates.data?.list.length === 0 ? '还没有审核通过的模板' : '请选择模板'}
            options={(templates.data?.list ?? []).map((each) => ({
              value: each.id,
              label: each.type === 2 ? `${each.name}（营销）` : each.name,
            }))}
            value={templateId}
            onChange={(value: string | null) => setTemplateId(value)}
          />
        </Field>
        {greets && <Notice icon="cake">短信提交后，这些患者在生日名单里标记为已祝福；发送失败的会取消标记。</Notice>}
        {problem && <ErrorLine>{problem}</ErrorLine>}
        {found?.keptUntil && (
          <Notice icon="clock">现在不发营销短信，保留到 {minute(found.keptUntil)} 发送，之前可以取消。</Notice>
        )}
        {short && (
          <Notice tone="danger" icon="alert">
            需要 {found.count} 条，余额只有 {found.balance} 条，请先充值。
          </Notice>
        )}
        {found ? (
          <>
            <span className="t-13 secondary">
              发给 <b className="num">{going}</b> 人，计 <b className="num">{found.count}</b> 条
              {found.recipients.length > going && (
                <>
                  ，<b className="num">{found.recipients.length - going}</b> 人不发（{reasonsOf(found.recipients)}）
                </>
              )}
              ；余额 <b className="num">{found.balance}</b> 条
            </span>
            <ScrollRegion label="收件人" className={s.people}>
              {found.recipients.map((each) => (
                <div key={each.patientId} className={s.person}>
                  <span className={s.personWords}>
                    <span className={s.inline}>
                      <span className="t-14 bold">{each.name}</span>
                      <span className="t-12 tertiary num">{each.mobile}</span>
                      {each.leftOut ? <Tag tone="wait">{each.leftOut}</Tag> : <Tag>{each.count} 条</Tag>}
                    </span>
                    {!each.leftOut && <span className="t-13 secondary">{each.content}</span>}
                  </span>
                  <IconButton icon="x" label={`不发给${each.name}`} onClick={() => remove(each.patientId)} />
                </div>
              ))}
            </ScrollRegion>
          </>
        ) : looking ? (
          <SkeletonRows rows={3} double />
        ) : (
          <>
            {people.length > 0 && (
              <ScrollRegion label="已选患者" className={s.people}>
                <div className={s.chosen}>
                  {people.map(({ id, name }) => (
                    <FilterChip key={id} name={name} onRemove={() => remove(id)}>
                      {name || '1 位患者'}
                    </FilterChip>
                  ))}
                </div>
              </ScrollRegion>
            )}
            <EmptyState
              title={
                ids.length > 0
                  ? `已选 ${ids.length} 位患者，请选择模板`
                  : '选好患者和模板后，这里能看到每个人收到的内容'
              }
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
