/** What the stand-in was told of an invoice, as far as its picture shows it. */
export interface ToldInvoice {
  invoiceType?: number
  sellerName: string
  sellerTaxNo: string
  buyer?: { title: string; taxNo: string }
  items: { name: string; amount: string; taxRate: number; taxAmount: string }[]
  amount: string
  taxAmount: string
  blueNumber?: string
}

const clean = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 63};`).slice(0, 60)

/** The picture of an invoice that the stand-in issued. It says that it is none. */
export function pictureOf(told: ToldInvoice, number: string, day: string): string {
  const red = told.blueNumber !== undefined
  const text = (x: number, y: number, words: string, more = '') =>
    `<text x="${x}" y="${y}" font-size="15" ${more}>${clean(words)}</text>`
  const lines = told.items
    .slice(0, 8)
    .map((item, n) => {
      const y = 262 + n * 30
      const rate = item.taxRate === 0 ? '免税' : `${item.taxRate}%`
      return [
        text(60, y, item.name),
        text(560, y, `${red ? '-' : ''}${item.amount}`, 'text-anchor="end"'),
        text(660, y, rate, 'text-anchor="end"'),
        text(820, y, `${red ? '-' : ''}${item.taxAmount}`, 'text-anchor="end"'),
      ].join('')
    })
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 580" width="880" height="580" font-family="Noto Sans CJK SC,Noto Sans SC,Microsoft YaHei,PingFang SC,sans-serif" fill="#222">
<rect width="880" height="580" fill="#fff"/><rect x="40" y="120" width="800" height="380" fill="none" stroke="#8a3b2a"/>
<text x="440" y="60" font-size="26" text-anchor="middle" fill="#8a3b2a">电子发票（${told.invoiceType === 1 ? '增值税专用发票' : '普通发票'}）${red ? '红字' : ''}</text>
<text x="440" y="92" font-size="16" text-anchor="middle" fill="#c0392b">模拟开票，不是真实发票，不能报销</text>
${text(60, 112, `发票号码：${number}`)}${text(820, 112, `开票日期：${day}`, 'text-anchor="end"')}
${text(60, 152, `购买方：${told.buyer?.title ?? ''}`)}${text(60, 178, `税号：${told.buyer?.taxNo ?? ''}`)}
${text(460, 152, `销售方：${told.sellerName}`)}${text(460, 178, `税号：${told.sellerTaxNo}`)}
<line x1="40" y1="196" x2="840" y2="196" stroke="#8a3b2a"/>
${text(60, 224, '项目名称')}${text(560, 224, '金额', 'text-anchor="end"')}${text(660, 224, '税率', 'text-anchor="end"')}${text(820, 224, '税额', 'text-anchor="end"')}
${lines}
<line x1="40" y1="456" x2="840" y2="456" stroke="#8a3b2a"/>
${text(60, 484, '价税合计')}${text(820, 484, `${red ? '-' : ''}${told.amount}`, 'text-anchor="end"')}
${red ? text(60, 530, `对应蓝字发票号码：${told.blueNumber ?? ''}`) : ''}
</svg>`
}
