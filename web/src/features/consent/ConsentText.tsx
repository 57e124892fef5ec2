import { consentBlocks, type ConsentContent } from '@dentin/contract/consent'
import type { ReactNode } from 'react'
import { genderWord } from './words.ts'
import { Checkbox, Icon, Tag } from '../../ui/index.ts'
import s from './consent.module.css'

/** A consent as it is read: who, the blocks in their order, this patient's own risks, what is declared. */
export function ConsentText({
  content,
  onRisk,
  ticks,
  onTick,
  extra,
}: {
  content: ConsentContent
  /** The doctor ticks what applies; left out: read only. */
  onRisk?: ((index: number, ticked: boolean) => void) | undefined
  /** What the patient has ticked; left out: as it is kept. */
  ticks?: readonly boolean[]
  onTick?: ((index: number, ticked: boolean) => void) | undefined
  /** In the place of the texts, while they are written. */
  extra?: ReactNode
}) {
  const { who } = content
  const cost = consentBlocks.filter(({ key }) => key === 'cost' || key === 'aftercare')
  const before = consentBlocks.filter(({ key }) => key !== 'cost' && key !== 'aftercare')
  return (
    <div className={s.text}>
      <p className={s.who}>
        <b className="t-16">{who.name}</b>
        <span>
          {genderWord(who.gender)} {who.age === null ? '' : `${who.age}岁`}
        </span>
        <span className="num">{who.medicalNumber}</span>
        {who.phoneTail && <span className="num">手机尾号 {who.phoneTail}</span>}
      </p>
      {extra ?? before.map(({ key, name }) => <Block key={key} name={name} text={content[key]} />)}
      {content.ownRisks.length > 0 && (
        <section>
          <h3 className={s.blockName}>您另有的风险</h3>
          <ul className={s.risks}>
            {content.ownRisks.map(({ name, text, ticked, because }, n) => (
              <li key={name} className={s.risk} data-ticked={ticked || undefined}>
                {onRisk ? (
                  <Checkbox checked={ticked} aria-label={name} onChange={({ target }) => onRisk(n, target.checked)} />
                ) : (
                  <Icon name={ticked ? 'check-circle' : 'minus'} size={18} />
                )}
                <div>
                  <b>{name}</b> {because && <Tag tone="brand">{because}</Tag>}
                  {!ticked && <span className="tertiary t-12">　不适用</span>}
                  <p className="t-13">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!extra && cost.map(({ key, name }) => <Block key={key} name={name} text={content[key]} />)}
      {content.ticks.length > 0 && (
        <section>
          <h3 className={s.blockName}>请逐条确认</h3>
          {content.ticks.map(({ text, ticked }, n) => (
            <p key={text} className={s.tick}>
              <Checkbox
                checked={ticks?.[n] ?? ticked}
                disabled={!onTick}
                onChange={({ target }) => onTick?.(n, target.checked)}
              >
                {text}
              </Checkbox>
            </p>
          ))}
        </section>
      )}
      <section>
        <h3 className={s.blockName}>声明</h3>
        <p className={s.declaration}>{content.declaration}</p>
      </section>
    </div>
  )
}

function Block({ name, text }: { name: string; text: string }) {
  if (text === '') return null
  return (
    <section>
      <h3 className={s.blockName}>{name}</h3>
      <p className={s.block}>{text}</p>
    </section>
  )
}
