import { dayText } from '@dentin/kit/date-text'
import { appointmentStates } from '@dentin/contract/core/status'
import { booking, bookingErrors } from '@dentin/contract/booking'
import { priceText } from '@dentin/kit/money'
import { useState } from 'react'
import { ApiError, send } from '../../lib/client.ts'
import { Button, ErrorLine, Field, Icon, TextArea, TextField } from '../../ui/index.ts'
import s from './booking.module.css'
import { type Page, type Own, type PhoneProof, whenText } from './booking-page.ts'
import { type Chosen, TimePicker, Choice } from './TimePicker.tsx'

export function Prove({
  code,
  Proof,
  submitText,
  onPass,
}: {
  code: string
  Proof: PhoneProof
  submitText: string
  onPass: (pass: string) => void | Promise<void>
}) {
  return (
    <Proof
      submitText={submitText}
      sendCode={(input) => send(booking.sendCode, { code, ...input })}
      onProve={async (phone, phoneCode) => {
        const { pass } = await send(booking.enter, { code, phone, phoneCode })
        await onPass(pass)
      }}
    />
  )
}

const ANY = 'any'

const doctorChoices = (page: Page) => [
  { value: ANY, label: '不指定' },
  ...page.doctors.map((each) => ({
    value: each.id,
    label: each.name,
    hint: [each.title, each.dept].filter(Boolean).join(' · '),
  })),
]

export function Book({
  code,
  page,
  pass,
  onPass,
  onMine,
  Proof,
}: {
  code: string
  page: Page
  pass: string | null
  onPass: (pass: string | null) => void
  onMine: () => void
  Proof: PhoneProof
}) {
  const [itemId, setItemId] = useState(page.items[0]?.id ?? '')
  const [doctorId, setDoctorId] = useState(ANY)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<{ name?: string; failure?: string }>({})
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Own | null>(null)
  const item = page.items.find((each) => each.id === itemId)

  const submit = async (held: string) => {
    if (!chosen) return
    if (!name.trim()) {
      setProblem({ name: '请填写姓名' })
      return
    }
    setProblem({})
    setBusy(true)
    try {
      setDone(
        await send(booking.submit, {
          code,
          pass: held,
          itemId,
          doctorId: chosen.doctorId,
          startTime: `${chosen.date} ${chosen.time}:00`,
          name: name.trim(),
          note: note.trim(),
        }),
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.is(bookingErrors.BOOKING_PASS)) onPass(null)
      if (error.is(bookingErrors.BOOKING_TAKEN)) setChosen(null)
      const beside = error.fields.find((each) => each.field === 'name')?.message
      setProblem(beside ? { name: beside } : { failure: error.message })
    } finally {
      setBusy(false)
    }
  }

  if (done)
    return (
      <section className={s.done}>
        <span className={s.doneMark}>
          <Icon name="check-circle" size={40} />
        </span>
        <h2>{appointmentStates.is(done.status, 'requested') ? '已提交，等待门诊确认' : '预约成功'}</h2>
        <p>
          {whenText(done.startTime)}　{done.doctorName}
        </p>
        <p className="secondary">
          {done.title}　{done.name}
        </p>
        <p className="secondary t-13">
          {appointmentStates.is(done.status, 'requested') ? '确认后会发短信给您。' : '请按时就诊。'}改期或取消请在就诊前{' '}
          {page.leadHours} 小时办理。
        </p>
        <div className={s.two}>
          <Button size="lg" onClick={onMine}>
            我的预约
          </Button>
          <Button
            size="lg"
            variant="text"
            onClick={() => {
              setDone(null)
              setChosen(null)
            }}
          >
            再约一个
          </Button>
        </div>
      </section>
    )

  return (
    <>
      <section className={s.part}>
        <h2>项目</h2>
        <Choice
          label="项目"
          value={itemId}
          onChange={(id) => {
            setItemId(id)
            setChosen(null)
          }}
          options={page.items.map((each) => ({
            value: each.id,
            label: each.name,
            hint: [
              each.price !== null && priceText(each.price),
              `约 ${each.duration} 分钟`,
              each.firstVisitOnly && '仅初诊',
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
        />
      </section>
      <section className={s.part}>
        <h2>医生</h2>
        <Choice
          label="医生"
          value={doctorId}
          onChange={(id) => {
            setDoctorId(id)
            setChosen(null)
          }}
          options={doctorChoices(page)}
        />
      </section>
      <section className={s.part}>
        <h2>时间</h2>
        <TimePicker
          key={`${itemId} ${doctorId}`}
          code={code}
          page={page}
          itemId={itemId}
          doctorId={doctorId === ANY ? null : doctorId}
          chosen={chosen}
          onChoose={setChosen}
        />
      </section>
      {problem.failure && <ErrorLine>{problem.failure}</ErrorLine>}
      {chosen && item && (
        <section className={s.part} aria-label="填写信息">
          <h2>
            {dayText(chosen.date)} {chosen.time}　{chosen.doctorName}
          </h2>
          <Field label="就诊人姓名" required size="lg" error={problem.name}>
            <TextField
              size="lg"
              icon="user"
              maxLength={20}
              autoComplete="name"
              value={name}
              onChange={(event) => {
                setName(event.target.value)
                setProblem({})
              }}
            />
          </Field>
          <Field label="想说的话" size="lg">
            <TextArea
              rows={2}
              maxLength={200}
              placeholder="如：右上后牙咬物疼"
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
          {pass ? (
            <Button variant="primary" size="lg" block busy={busy} onClick={() => void submit(pass)}>
              {page.needsReview ? '提交预约' : '确认预约'}
            </Button>
          ) : (
            <Prove
              code={code}
              Proof={Proof}
              submitText={page.needsReview ? '提交预约' : '确认预约'}
              onPass={async (held) => {
                onPass(held)
                await submit(held)
              }}
            />
          )}
        </section>
      )}
    </>
  )
}
