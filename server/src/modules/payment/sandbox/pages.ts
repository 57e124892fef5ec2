import { formatDateTime, formatYuan } from '@dentin/kit'
import { GATEWAY_NAMES } from '../gateways/gateway.ts'
import type { SandboxTrade } from './books.ts'

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The cashier of the sandbox. It is another house than ours, so it brings its own look; no script runs in it. */
export function cashierPage(
  trade: SandboxTrade,
  now: Date,
  news: 'failed' | 'told' | 'untold' | null,
  face: string | null,
): string {
  const overdue = trade.status === 'open' && trade.expiresAt <= now
  const [tone, title] =
    trade.status === 'paid'
      ? ['done', '支付成功']
      : trade.status === 'closed'
        ? ['muted', '交易已关闭']
        : overdue
          ? ['muted', '交易已过期']
          : ['open', '待支付']
  const word =
    news === 'failed'
      ? '支付失败：模拟余额不足，可以再试一次。'
      : news === 'untold'
        ? '通知没有送达，模拟网关稍后会再次发送。'
        : trade.status === 'paid'
          ? '没有发生真实的扣款。可以关闭此页面，回到付款页查看结果。'
          : trade.status === 'closed' || overdue
            ? '这笔交易不能再付款，请回到付款页重新发起。'
            : '点击下面的按钮模拟付款人的操作，网关随后发出带签名的通知。'
  const buttons =
    trade.status === 'open' && !overdue
      ? `<form method="post"><button class="primary" name="action" value="paid">支付成功</button>
         <div class="row"><button name="action" value="failed">支付失败</button><button name="action" value="closed">关闭交易</button></div></form>`
      : trade.returnUrl
        ? `<a class="button" href="${escape(trade.returnUrl)}">返回商户页面</a>`
        : ''
  return layout(
    `${GATEWAY_NAMES[trade.gateway]} 模拟收银台`,
    `<p class="state ${tone}">${title}</p>
     <p class="amount"><small>¥</small>${formatYuan(trade.amount)}</p>
     <dl>
       <div><dt>商品</dt><dd>${escape(trade.title)}</dd></div>
       <div><dt>商户订单号</dt><dd>${escape(trade.outTradeNo)}</dd></div>
       <div><dt>交易号</dt><dd>${escape(trade.tradeNo)}</dd></div>
       <div><dt>有效期至</dt><dd>${formatDateTime(trade.expiresAt)}</dd></div>
     </dl>
     <p class="word${news === 'failed' || news === 'untold' ? ' bad' : ''}" role="status">${word}</p>
     ${buttons}`,
    face,
  )
}

export function missingPage(why: string, face: string | null): string {
  return layout(
    '模拟收银台',
    `<p class="state muted">${escape(why)}</p><p class="word">请回到付款页重新发起。</p>`,
    face,
  )
}

function layout(title: string, body: string, face: string | null): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>${face ? `\n<link rel="stylesheet" href="${face}">` : ''}
<style>
* { box-sizing: border-box; margin: 0 }
body { min-height: 100dvh; padding: 16px; display: grid; place-items: center; background: #f6f8f7; color: #16211f;
  font: 14px/22px Inter, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC Variable', sans-serif }
main { width: 100%; max-width: 420px; background: #fff; border: 1px solid #e2e8e6; border-radius: 8px; overflow: hidden }
header { display: flex; align-items: center; gap: 8px; padding: 12px 20px; background: #fff6e6; border-bottom: 1px solid #f3dbae; color: #a85a04 }
header b { padding: 0 6px; border: 1px solid currentColor; border-radius: 4px; font-size: 12px; line-height: 20px; white-space: nowrap }
header span { font-size: 13px }
section { padding: 20px }
h1 { font-size: 16px; line-height: 24px; font-weight: 600 }
.state { margin-top: 16px; color: #55635f }
.state.done { color: #387626 }
.amount { font-size: 32px; line-height: 40px; font-weight: 600; font-variant-numeric: tabular-nums }
.amount small { margin-right: 4px; font-size: 18px }
dl { margin: 16px 0; border-top: 1px solid #edf1ef; padding-top: 12px }
dl div { display: flex; gap: 12px; padding: 2px 0 }
dt { flex: 0 0 80px; color: #616f6a }
dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
.word { padding: 8px 12px; border-radius: 6px; background: #f1f4f3; color: #3a4845; font-size: 13px; line-height: 20px }
.word.bad { background: #fdf0ef; color: #c7362e }
form, .button { margin-top: 16px }
button, .button { display: block; width: 100%; height: 40px; border: 1px solid #e2e8e6; border-radius: 6px; background: #fff; color: inherit;
  font: inherit; line-height: 38px; text-align: center; text-decoration: none; cursor: pointer }
button.primary { border-color: #0a7a6e; background: #0a7a6e; color: #fff }
button:focus-visible, .button:focus-visible { outline: 3px solid rgba(14, 159, 142, .28); outline-offset: 1px }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin-top: 8px }
</style>
</head>
<body>
<main>
<header><b>模拟支付</b><span>演示环境的本地网关，不会产生真实扣款</span></header>
<section><h1>${title}</h1>
${body}
</section>
</main>
</body>
</html>`
}
