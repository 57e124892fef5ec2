import { booking, bookingErrors } from '@dentin/contract/booking'
import { hoursOn, hoursText, weekHoursText, type WeekHours } from '@dentin/kit/hours'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../lib/query.ts'
import { EmptyState, ErrorLine, Icon, Logo, ScrollRegion, Segmented, SkeletonRows, Tag } from '../../ui/index.ts'
import s from './booking.module.css'
import { presentDay } from '../../lib/present.ts'
import { type Page, type PhoneProof, passKey, pictureUrl } from './booking-page.ts'
import { Prove, Book } from './BookForm.tsx'
import { Mine } from './OwnBookings.tsx'

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
