import { dayText } from '@dentin/kit/date-text'
import { useState } from 'react'
import { teethWords } from '../../../domain/teeth.ts'
import { briefGenderAge } from '../../../domain/person.ts'
import { ErrorLine, PrintPage, PrintView, SkeletonRows, appointmentLook } from '../../../ui/index.ts'
import { useWeek } from '../hooks.ts'
import { spanOf, spanText } from '../model.ts'
import s from './board.module.css'
import { presentDay } from '../../../lib/present.ts'

/** A day's appointments on paper: a table per doctor, in order of time. */
export function PrintDay({ date, clinicName, onBack }: { date: string; clinicName: string; onBack: () => void }) {
  const { query } = useWeek(date, 1, [])
  const [printedOn] = useState(presentDay)
  const day = query.data?.days[0]
  const doctors = day?.doctors.filter((each) => each.appointments.length > 0) ?? []
  return (
    <PrintView title={`预约表 ${date}`} onBack={onBack}>
      <PrintPage
        clinicName={clinicName}
        title="预约表"
        number={`${dayText(date)} ${day?.lunar ?? ''}`}
        note={`打印于 ${printedOn}`}
      >
        {query.error && <ErrorLine onRetry={() => void query.refetch()}>{query.error.message}</ErrorLine>}
        {query.isPending && <SkeletonRows rows={8} height={30} />}
        {day && doctors.length === 0 && <p>当天没有预约</p>}
        <div className={s.printGrid}>
          {doctors.map((doctor) => (
            <section key={doctor.doctorId} className={s.printDoctor}>
              <h2>
                {doctor.doctorName} {doctor.room}　{doctor.appointments.length} 人
              </h2>
              <table className={s.printTable}>
                <thead>
                  <tr>
                    <th scope="col">时间</th>
                    <th scope="col">患者</th>
                    <th scope="col">项目</th>
                    <th scope="col">状态</th>
                  </tr>
                </thead>
                <tbody>
                  {doctor.appointments.map((card) => {
                    const { start, end } = spanOf(card)
                    return (
                      <tr key={card.id}>
                        <td className="num">{spanText(start, end)}</td>
                        <td>
                          {card.name} {briefGenderAge(card, date)}
                        </td>
                        <td>{[card.title, teethWords(card.teeth), card.remark].filter(Boolean).join(' ')}</td>
                        <td>{appointmentLook(card).label}</td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            </section>
          ))}
        </div>
      </PrintPage>
    </PrintView>
  )
}
