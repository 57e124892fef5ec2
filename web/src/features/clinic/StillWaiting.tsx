import { visit } from '@dentin/contract/visit'
import { useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { Dialog, Select } from '../../ui/heavy.ts'
import { Button, Checkbox, Field, toast } from '../../ui/index.ts'
import s from './clinic.module.css'

export interface Waiting {
  registrationId: string
  queueNo: number
  name: string
}

/** Who still waits for a doctor who has just stopped receiving; another doctor may take them over in one step. */
export function StillWaiting({
  waiting,
  onClose,
  onShowWaiting,
}: {
  waiting: readonly Waiting[]
  onClose: () => void
  onShowWaiting?: (() => void) | undefined
}) {
  const may = useCan()
  const mayTransfer = may('/inTreatment:register') || may('/inTreatment:treat')
  // The doctor who has stopped is no longer among them.
  const doctors = useCall(visit.options, {}, { enabled: mayTransfer, staleTime: 0 }).data?.doctors ?? []
  const transfer = useSend(visit.transferWaiting, { refresh: [visit.options, visit.registeredList, visit.count] })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(waiting.map((each) => each.registrationId)))
  const [toDoctorId, setToDoctorId] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const toggle = (id: string) =>
    setChosen((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const submit = async () => {
    if (chosen.size === 0) return setWrong('请选择要转的患者')
    if (!toDoctorId) return setWrong('请选择转入的医生')
    try {
      const { moved } = await transfer.mutateAsync({
        requestId: newRequestId(),
        ids: [...chosen],
        toDoctorId,
        reason: '医生停诊',
      })
      toast.success(`${moved} 位患者已转给 ${doctors.find(({ id }) => id === toDoctorId)?.name ?? ''}`)
      onClose()
    } catch (error) {
      setWrong(error instanceof Error ? error.message : '没有成功，请重试')
    }
  }
  return (
    <Dialog
      open
      title={`已停止接诊，还有 ${waiting.length} 位患者在候诊`}
      onClose={onClose}
      cancelText="暂不转"
      {...(mayTransfer
        ? { submitText: `转给医生（${chosen.size}）`, onSubmit: () => void submit(), busy: transfer.isPending }
        : {})}
      {...(onShowWaiting
        ? {
            footStart: (
              <Button
                variant="text"
                onClick={() => {
                  onClose()
                  onShowWaiting()
                }}
              >
                去候诊列表
              </Button>
            ),
          }
        : {})}
    >
      <p className="t-13 secondary">不会再有新的挂号。已候诊的患者保留，可继续接诊，或现在转给其他医生。</p>
      <ul className={s.waiting}>
        {waiting.map((each) => (
          <li key={each.registrationId}>
            {mayTransfer ? (
              <Checkbox checked={chosen.has(each.registrationId)} onChange={() => toggle(each.registrationId)}>
                <span className="num secondary">{String(each.queueNo).padStart(2, '0')}</span> {each.name}
              </Checkbox>
            ) : (
              <>
                <span className="num secondary">{String(each.queueNo).padStart(2, '0')}</span> {each.name}
              </>
            )}
          </li>
        ))}
      </ul>
      {mayTransfer && (
        <Field label="转给" error={wrong ?? undefined}>
          <Select
            label="转给"
            placeholder="选择医生"
            options={doctors.map((each) => ({
              value: each.id,
              label: each.name,
              hint: `${each.deptName}　候诊 ${each.waiting} 人`,
            }))}
            value={toDoctorId}
            onChange={(id) => {
              setWrong(null)
              setToDoctorId(id)
            }}
          />
        </Field>
      )}
    </Dialog>
  )
}
