import { emergencyTexts } from '@dentin/clinical/anaesthetic-emergency'
import { Tag } from '../ui/index.ts'
import s from './anaesthetic-emergency.module.css'

/** What to do when a local anaesthetic goes wrong or is to wear off, with the amounts for a weight where it is known. */
export function EmergencySteps({ weightKg, age }: { weightKg: number | null; age: number | null }) {
  return (
    <div className={s.texts}>
      {emergencyTexts({ weightKg, age }).map(({ id, title, steps, source }) => (
        <section key={id} aria-label={title}>
          <h3 className={s.title}>{title}</h3>
          <ol className={s.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className={s.source}>{source}</p>
        </section>
      ))}
      <p className={s.source}>
        参考文本，以本机构急救流程和药品说明书为准　<Tag tone="wait">待医师复核</Tag>
      </p>
    </div>
  )
}
