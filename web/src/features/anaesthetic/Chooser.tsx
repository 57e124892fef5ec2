import { anaesthetics, ANAESTHETIC_VERSION } from '@dentin/clinical/anaesthetic-data'
import { Link } from 'react-router'
import { Icon, ScrollRegion, Tag } from '../../ui/index.ts'
import { Safety } from './Answer.tsx'
import s from './anaesthetic.module.css'

/** What each of the four calculators answers. */
export const calculators = [
  {
    path: '/countDetail',
    name: '单药最大量',
    asks: '这位患者，一种麻药最多能用几毫升、几支？',
    needs: '体重、年龄、全身情况、麻药',
  },
  {
    path: '/countDetail2',
    name: '混合用药余量',
    asks: '已经用了几种，还能再用多少？',
    needs: '已用的麻药和毫升数、接着用哪一种',
  },
  { path: '/countDetail3', name: '儿童用量', asks: '这个孩子最多能用多少？', needs: '实测体重、年龄、麻药' },
  {
    path: '/countDetail4',
    name: '肾上腺素限量',
    asks: '有心血管病，含肾上腺素的麻药能用几支？',
    needs: '全身情况、肾上腺素浓度',
  },
] as const

/** The four calculators with what each answers, and the table behind them. */
export function Chooser({ to }: { to: (path: string) => string }) {
  return (
    <div className={s.chooser}>
      <ol className={s.choices}>
        {calculators.map(({ path, name, asks, needs }, n) => (
          <li key={path}>
            <Link to={to(path)} className={s.choice}>
              <span className={s.number}>{n + 1}</span>
              <span className={s.choiceWords}>
                <span className="t-16">{name}</span>
                <span className="t-14">{asks}</span>
                <span className="t-12 tertiary">要填：{needs}</span>
              </span>
              <Icon name="chevron-right" size={18} />
            </Link>
          </li>
        ))}
      </ol>
      <section aria-label="规则集">
        <h2 className={s.tableTitle}>
          限量表　版本 {ANAESTHETIC_VERSION} <Tag tone="wait">待医师复核</Tag>
        </h2>
        <ScrollRegion label="限量表">
          <table className={s.table}>
            <thead>
              <tr>
                <th scope="col">麻药</th>
                <th scope="col">标准值</th>
                <th scope="col">保守值</th>
                <th scope="col">儿童值</th>
                <th scope="col">最小年龄</th>
              </tr>
            </thead>
            <tbody>
              {anaesthetics.map(({ id, nameZh, standard, conservative, child, minAge }) => (
                <tr key={id}>
                  <th scope="row">{nameZh}</th>
                  {[standard, conservative, child].map(({ mgPerKg, maxMg }, n) => (
                    <td key={n}>
                      {mgPerKg} mg/kg，{maxMg} mg
                    </td>
                  ))}
                  <td>{minAge > 0 ? `${minAge} 岁` : '不限'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </section>
      <Safety />
    </div>
  )
}
