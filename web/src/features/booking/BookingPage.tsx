import { weekdayName, shortDayText, dayText } from '@dentin/kit/date-text'
import { appointmentStates } from '@dentin/contract/core/status'
import { booking, bookingErrors } from '@dentin/contract/booking'
import type { WireOutput } from '@dentin/contract'
import { requestOf } from '@dentin/contract/core/request'
import { hoursOn, hoursText, weekHoursText, type WeekHours } from '@dentin/kit/hours'
import { priceText } from '@dentin/kit/money'
import { useState, type ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, send } from '../../lib/client.ts'
import { useCall } from '../../lib/query.ts'
import {
  Button,
  confirm,
  cx,
  EmptyState,
  ErrorLine,
  Field,
  Icon,
  Logo,
  ScrollRegion,
  Segmented,
  SkeletonRows,
  StatusTag,
  Tag,
  TextArea,
  TextButton,
  TextField,
  toast,
} from '../../ui/index.ts'
import s from './booking.module.css'
import { presentDay } from '../../lib/present.ts'

type Page = WireOutput<typeof booking.page>
type Own = WireOutput<typeof booking.mine>[number]
interface Chosen {
  doctorId: string
  doctorName: string
  date: string
  time: string
}

/** Phone and code, put together with this page by the app. */
export type PhoneProof = ComponentType<{
  sendCode: (input: { phone: string; captcha?: string; captchaId?: string }) => Promise<{ local: boolean }>
  onProve: (phone: string, code: string) => Promise<void>
  submitText: string
}>

const whenText = (time: string) => `${dayText(time)} ${time.slice(11, 16)}`
const parts = [
  { label: '上午', from: '00:00', to: '12:00' },
  { label: '下午', from: '12:00', to: '18:00' },
  { label: '晚上', from: '18:00', to: '24:00' },
]
/** What the server notes when the patient himself cancelled what was not yet accepted. */
const CANCELLED = '患者网上取消'
const passKey = (code: string) => `dentin.booking.${code}`

/** A clinic's public page: a patient chooses what, with whom and when, shows a phone, and comes back to change it. */
export function BookingPage({ Proof }: { Proof: PhoneProof }) {
  const [params] = useSearchParams()
  const code = params.get('c') ?? ''
  const page = useCall(booking.page, { code }, { enabled: /^[a-z2-9]{10}$/.test(code), keep: false })
  const [tab, setTab] = useState<'book' | 'mine'>('book')
  const [pass, setPassState] = useState(() => sessionStorage.getItem(passKey(code)))
  const setPass = (next: string | null) => {
    if (next) sessionStorage.setItem(passKey(code), next)
    else sessionStorage.removeItem(passKey(code))
    setPassState(next)
  }
  const unknown = !/^[a-z2-9]{10}$/.test(code) || page.error?.is(bookingErrors.BOOKING_UNKNOWN) === true
  return (
    <main className={s.page} id="main">
      <header className={s.head}>
        {page.data ? (
          <>
            <div className={s.name}>
              {page.data.logo && <img className={s.logo} src={pictureUrl(code, page.data.logo)} alt="" />}
              <h1>{page.data.clinicName}</h1>
              {page.data.isMedicare && <Tag tone="brand">医保定点</Tag>}
            </div>
            {page.data.pictures.length > 0 && (
              <ScrollRegion label="门诊环境" className={s.strip}>
                <ul className={s.pictures}>
                  {page.data.pictures.map((id, n) => (
                    <li key={id}>
                      <img src={pictureUrl(code, id)} alt={`门诊环境 ${n + 1}`} loading="lazy" />
                    </li>
                  ))}
                </ul>
              </ScrollRegion>
            )}
            {page.data.introduction && <p className="secondary">{page.data.introduction}</p>}
            {page.data.address && (
              <p className="secondary t-13">
                {page.data.address}
                <MapLink page={page.data} />
              </p>
            )}
            {page.data.traffic && <p className="tertiary t-13">{page.data.traffic}</p>}
            <OpeningHours week={page.data.hours} />
            {page.data.phone && (
              <a className={s.phone} href={`tel:${page.data.phone}`}>
                <Icon name="phone" size={15} /> {page.data.phone}
              </a>
            )}
          </>
        ) : (
          <Logo size={28} />
        )}
      </header>
      {unknown ? (
        <EmptyState layout="stack" icon="qr" title="没有找到这个预约页面" hint="请重新扫描门诊的二维码" />
      ) : page.error ? (
        <ErrorLine onRetry={() => void page.refetch()}>{page.error.message}</ErrorLine>
      ) : !page.data ? (
        <SkeletonRows rows={6} height={52} />
      ) : (
        <>
          <div className={s.tabs}>
            <Segmented
              block
              label="预约页面"
              options={[
                { value: 'book', label: '预约' },
                { value: 'mine', label: '我的预约' },
              ]}
              value={tab}
              onChange={setTab}
            />
          </div>
          {tab === 'book' ? (
            !page.data.open || page.data.items.length === 0 || page.data.doctors.length === 0 ? (
              <EmptyState
                layout="stack"
                icon="calendar-x"
                title="门诊暂未开放网上预约"
                hint={page.data.phone ? `请致电 ${page.data.phone}` : '请致电门诊'}
              />
            ) : (
              <Book
                code={code}
                page={page.data}
                pass={pass}
                onPass={setPass}
                Proof={Proof}
                onMine={() => setTab('mine')}
              />
            )
          ) : pass ? (
            <Mine code={code} page={page.data} pass={pass} onLost={() => setPass(null)} />
          ) : (
            <section className={s.part}>
              <p className="secondary">验证预约时用的手机号，即可查看、改期或取消。</p>
              <Prove code={code} Proof={Proof} submitText="查看我的预约" onPass={setPass} />
            </section>
          )}
        </>
      )}
    </main>
  )
}

const pictureUrl = (code: string, id: string) => requestOf(booking.picture, { code, id }).url

/** To the place in the patient's own map. */
function MapLink({ page: { longitude, latitude, clinicName } }: { page: Page }) {
  if (longitude === null || latitude === null) return null
  const query = new URLSearchParams({ position: `${longitude},${latitude}`, name: clinicName })
  return (
    <a className={s.map} href={`https://uri.amap.com/marker?${query}`} target="_blank" rel="noreferrer">
      导航
    </a>
  )
}

/** Today's hours, and those of the week. */
function OpeningHours({ week }: { week: WeekHours }) {
  const [present] = useState(presentDay)
  const day = hoursOn(week, present)
  return (
    <p className={s.hours}>
      <Icon name="clock" size={15} />
      <b>{day ? `今天 ${hoursText(day)}` : '今天休息'}</b>
      <span className="secondary t-13">{weekHoursText(week).join('，')}</span>
    </p>
  )
}

function Prove({
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

/** Days as a strip, times as buttons by part of the day. */
function TimePicker({
  code,
  page,
  itemId,
  doctorId,
  chosen,
  onChoose,
}: {
  code: string
  page: Page
  itemId: string
  doctorId: string | null
  chosen: Chosen | null
  onChoose: (chosen: Chosen) => void
}) {
  const today = page.days[0]?.date ?? presentDay()
  const [date, setDate] = useState(chosen?.date ?? today)
  const slots = useCall(booking.slots, { code, itemId, date, doctorId }, { keep: false, staleTime: 0 })
  const times = new Map<string, { doctorId: string; doctorName: string }>()
  for (const doctor of slots.data ?? [])
    for (const time of doctor.times)
      if (!times.has(time)) times.set(time, { doctorId: doctor.doctorId, doctorName: doctor.doctorName })
  const sorted = [...times.keys()].sort((a, b) => a.localeCompare(b))
  return (
    <>
      <div className={s.days} role="group" aria-label="日期">
        {page.days.map(({ date: day, word, mark }) => (
          <button key={day} type="button" className={s.day} aria-pressed={day === date} onClick={() => setDate(day)}>
            <span>{day === today ? '今天' : weekdayName(day)}</span>
            <b>
              {Number(day.slice(5, 7))}/{Number(day.slice(8))}
            </b>
            <span>{word}</span>
            {mark && <i className={s[mark]}>{mark === 'rest' ? '休' : '班'}</i>}
          </button>
        ))}
      </div>
      {slots.error ? (
        <ErrorLine onRetry={() => void slots.refetch()}>{slots.error.message}</ErrorLine>
      ) : !slots.data ? (
        <SkeletonRows rows={2} height={44} />
      ) : sorted.length === 0 ? (
        <p className={cx(s.none, 'secondary')}>{shortDayText(date)} 没有可约的时间，请看看别的日子</p>
      ) : (
        parts.map((part) => {
          const own = sorted.filter((time) => time >= part.from && time < part.to)
          if (own.length === 0) return null
          return (
            <div key={part.label} role="group" aria-label={part.label}>
              <h3 className={s.partName}>{part.label}</h3>
              <div className={s.times}>
                {own.map((time) => (
                  <button
                    key={time}
                    type="button"
                    className={s.time}
                    aria-pressed={chosen?.date === date && chosen.time === time}
                    onClick={() =>
                      onChoose({ ...(times.get(time) as { doctorId: string; doctorName: string }), date, time })
                    }
                  >
                    {time}
                  </button>
                ))}
              </div>
            </div>
          )
        })
      )}
    </>
  )
}

function Choice({
  options,
  value,
  onChange,
  label,
}: {
  options: { value: string; label: string; hint?: string }[]
  value: string
  onChange: (value: string) => void
  label: string
}) {
  return (
    <div className={s.choices} role="group" aria-label={label}>
      {options.map((each) => (
        <button
          key={each.value}
          type="button"
          className={s.choice}
          aria-pressed={each.value === value}
          onClick={() => onChange(each.value)}
        >
          <span>{each.label}</span>
          {each.hint && <small>{each.hint}</small>}
        </button>
      ))}
    </div>
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

function Book({
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

function Mine({ code, page, pass, onLost }: { code: string; page: Page; pass: string; onLost: () => void }) {
  const own = useCall(booking.mine, { code, pass }, { keep: false, staleTime: 0 })
  const [changing, setChanging] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const lost = own.error?.is(bookingErrors.BOOKING_PASS) === true
  const act = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      toast.success(done)
      setChanging(null)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.is(bookingErrors.BOOKING_PASS)) onLost()
      toast.error(error.message)
    } finally {
      setBusy(false)
      await own.refetch()
    }
  }
  const cancel = async (each: Own) => {
    if (
      await confirm({
        title: `取消 ${whenText(each.startTime)} 的预约？`,
        okText: '取消预约',
        cancelText: '不取消',
        danger: true,
      })
    )
      await act(() => send(booking.cancel, { code, pass, id: each.id }), '已取消')
  }
  if (lost)
    return (
      <EmptyState
        layout="stack"
        title="验证已过期"
        hint="请重新验证手机号"
        action={<Button onClick={onLost}>重新验证</Button>}
      />
    )
  if (own.error) return <ErrorLine onRetry={() => void own.refetch()}>{own.error.message}</ErrorLine>
  if (!own.data) return <SkeletonRows rows={2} height={96} />
  return (
    <section className={s.part} aria-label="我的预约">
      {own.data.length === 0 && (
        <EmptyState layout="stack" icon="calendar" title="还没有网上预约" hint="电话或到店预约的请联系门诊" />
      )}
      {own.data.map((each) => (
        <article key={each.id} className={s.card}>
          <div className={s.cardHead}>
            <b>{whenText(each.startTime)}</b>
            {appointmentStates.is(each.status, 'refused') && each.reason === CANCELLED ? (
              <Tag>已取消</Tag>
            ) : each.proposed ? (
              <Tag tone="wait">门诊建议的时间</Tag>
            ) : (
              <StatusTag kind="appointment" value={each.status} />
            )}
          </div>
          <p>
            {each.doctorName}　{each.title}　{each.name}
          </p>
          {each.reason && appointmentStates.is(each.status, 'over') && <p className="secondary t-13">{each.reason}</p>}
          {each.proposed && <p className="secondary t-13">您原来申请的时间约不上，请同意或另选。</p>}
          {each.mayChange && (
            <div className={s.two}>
              {each.proposed && (
                <Button
                  variant="primary"
                  size="lg"
                  busy={busy}
                  onClick={() => void act(() => send(booking.answer, { code, pass, id: each.id }), '已同意')}
                >
                  同意
                </Button>
              )}
              {each.itemId && page.open && (
                <Button size="lg" onClick={() => setChanging(changing === each.id ? null : each.id)}>
                  改期
                </Button>
              )}
              <Button size="lg" variant="danger" busy={busy} onClick={() => void cancel(each)}>
                取消预约
              </Button>
            </div>
          )}
          {!each.mayChange && appointmentStates.is(each.status, 'coming') && (
            <p className="tertiary t-13">就诊前 {page.leadHours} 小时内请致电门诊更改</p>
          )}
          {changing === each.id && each.itemId && (
            <TimePicker
              code={code}
              page={page}
              itemId={each.itemId}
              doctorId={null}
              chosen={null}
              onChoose={(to) =>
                void act(
                  () =>
                    send(booking.change, {
                      code,
                      pass,
                      id: each.id,
                      doctorId: to.doctorId,
                      startTime: `${to.date} ${to.time}:00`,
                    }),
                  `已改到 ${shortDayText(to.date)} ${to.time}`,
                )
              }
            />
          )}
        </article>
      ))}
      <TextButton tone="quiet" onClick={onLost}>
        换一个手机号
      </TextButton>
    </section>
  )
}
