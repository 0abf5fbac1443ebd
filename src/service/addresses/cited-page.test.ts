import { describe, expect, it } from 'vitest';
import { readCitation, toLink } from './cited-page.ts';
import { maxAddressLength } from './web-address.ts';

const read = (url: string, title = '') => readCitation({ url, title });
const wrapped = (url: string) => `https://www.google.com/url?q=${encodeURIComponent(url)}`;

describe('the domain of a citation', () => {
  it.each([
    ['https://shop.tents.co.uk/x', 'tents.co.uk'],
    ['https://tents.co.uk./x', 'tents.co.uk'],
    ['HTTPS://TENTS.CO.UK/X', 'tents.co.uk'],
    ['https://ｔｅｎｔｓ.co.uk/', 'tents.co.uk'],
    ['https://ten%74s.co.uk/', 'tents.co.uk'],
    ['https://ten\u00adts。co.uk/', 'tents.co.uk'],
    [' https:\\\\user:word@tents.co.uk\\x', 'tents.co.uk'],
    ['https://zelte-grün.de/', 'xn--zelte-grn-x9a.de'],
    ['https://www.xn--zelte-grn-x9a.de/', 'xn--zelte-grn-x9a.de'],
    ['https://laden.公司.cn/', 'laden.xn--55qx5d.cn'],
    ['http://127.1/', '127.0.0.1'],
    ['http://0x7f.0.0.1/', '127.0.0.1'],
    ['http://[2001:db8::1]:8080/', '2001:db8::1'],
    ['https://tents.github.io/', 'tents.github.io'],
    ['https://www.gov.uk/vat', 'www.gov.uk'],
    ['http://intranet/', 'intranet'],
  ])('is the same for every spelling of the host: %j', (url, domain) => {
    expect(read(url)?.domain).toBe(domain);
  });
});

describe('the page of a citation', () => {
  it.each([
    'https://tents.example/best-tents',
    'http://tents.example/best-tents',
    'https://www.tents.example/best-tents',
    'https://tents.example/best-tents/',
    'https://Tents.example:443/best-tents',
    'http://tents.example:80/best-tents',
    'https://user:word@tents.example/best-tents',
    'https://tents.example/best%2Dtents',
    'https://tents.example/best-tents#reviews',
    'https://tents.example/best-tents#:~:text=top%20tents',
    'https://tents.example/best-tents?utm_source=chatgpt.com',
    'https://tents.example/best-tents?UTM_Source=a&amp;utm_medium=b',
    'https://tents.example/best-tents?gclid=a&gbraid=b&wbraid=c&gad_source=1&_gl=d',
    'https://tents.example/best-tents?&fbclid=a&msclkid=b&yclid=c&srsltid=d&',
    'https://tents.example/best-tents?mc_cid=a&mc_eid=b&igshid=c&_hsenc=d&_hsmi=e&ref_src=f',
    wrapped('http://www.tents.example/best-tents/'),
    'https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Ftents.example%2Fbest-tents&usg=x',
    'https://www.google.com/amp/s/www.tents.example/best-tents',
    'https://www-tents-example.cdn.ampproject.org/c/s/www.tents.example/best-tents?utm_source=x',
    'https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly90ZW50cy5leGFtcGxlL2Jlc3QtdGVudHM&ntb=1',
    'https://duckduckgo.com/l/?uddg=https%3A%2F%2Ftents.example%2Fbest-tents&rut=x',
    'https://r.search.yahoo.com/_ylt=A/RV=2/RU=https%3a%2f%2ftents.example%2fbest-tents%2f/RK=2/RS=b-',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Ftents.example%2Fbest-tents%3Ffbclid%3Dx&h=y',
    'https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Ftents.example%2Fbest-tents',
    'https://out.reddit.com/t3_1?url=https%3A%2F%2Ftents.example%2Fbest-tents',
    'https://translate.google.com/translate?sl=de&u=https://tents.example/best-tents',
    'https://www.google.com/url?sa=t&q=best+tents&url=https%3A%2F%2Ftents.example%2Fbest-tents',
    'https://www.google.com./url?q=&url=https%3A%2F%2Ftents.example%2Fbest-tents',
    'https://tents.example/best-tents?utm%5Fsource=a',
    'https://tents.example/best-tents#/',
    'https://tents-example.cdn.ampproject.org/v/s/tents.example/best-tents?amp_js_v=a&usqp=b&amp_gsa=1',
    wrapped(wrapped('https://tents.example/best-tents')),
  ])('is the same however it is linked: %s', (url) => {
    expect(read(url)).toEqual({ domain: 'tents.example', page: 'tents.example/best-tents' });
  });

  it.each([
    ['https://tents.example', 'tents.example'],
    ['https://tents.example/?x=1', 'tents.example?x=1'],
    // Parameters keep their order.
    ['https://tents.example/a?page=2&id=7&ref=b&v=c', 'tents.example/a?page=2&id=7&ref=b&v=c'],
    ['https://tents.example/a?utm_id=1&page=2#x', 'tents.example/a?page=2'],
    ['https://tents.example/A', 'tents.example/A'],
    ['https://tents.example/a?to=https://u:p@a.example/', 'tents.example/a?to=https://a.example/'],
    ['https://tents.example/a?to=%2F%2Fu%3ap%40a.example', 'tents.example/a?to=%2F%2Fa.example'],
    ['https://tents.example:8443/a', 'tents.example:8443/a'],
    ['https://m.tents.example/a', 'm.tents.example/a'],
    ['https://tents.example/a%2fb%c3%bc', 'tents.example/a%2Fb%C3%BC'],
    ['https://tents.example/Tent_%28shelter%29', 'tents.example/Tent_(shelter)'],
    ['https://tents.example/app#/prices', 'tents.example/app#/prices'],
    ['https://tents.example/app#!/prices', 'tents.example/app#!/prices'],
    // An archive's copy is a page of the archive.
    [
      'https://web.archive.org/web/2020/https://a.example/',
      'web.archive.org/web/2020/https://a.example',
    ],
    ['http://[2001:db8::1]:8080/x', '[2001:db8::1]:8080/x'],
    // A wrapper without a web address as its target is a page itself.
    ['https://www.google.com/url?q=tents', 'google.com/url?q=tents'],
    ['https://www.google.com/url?q=javascript:x', 'google.com/url?q=javascript:x'],
    ['https://www.bing.com/ck/a?u=a1x', 'bing.com/ck/a?u=a1x'],
    ['https://r.search.yahoo.com/RU=%E0%A4%A/RK=2', 'r.search.yahoo.com/RU=%E0%A4%A/RK=2'],
    ['https://notgoogle.com/url?q=https://a.example/', 'notgoogle.com/url?q=https://a.example/'],
    ['https://google.zip/url?q=https://a.example/', 'google.zip/url?q=https://a.example/'],
    [
      'https://translate.google.a.evil.com/translate?u=https://a.example/',
      'translate.google.a.evil.com/translate?u=https://a.example/',
    ],
    ['https://www.google.com/amp/story/x', 'google.com/amp/story/x'],
    ['https://www.ampproject.org/a/b.html', 'ampproject.org/a/b.html'],
    ['https://tents.example/a?x=1&amp;y=2', 'tents.example/a?x=1&y=2'],
  ])('of %s is %s', (url, page) => {
    expect(read(url)?.page).toBe(page);
  });

  it('opens only a few wrappers around each other', () => {
    const page = 'https://tents.example/';
    const wrap = (times: number) =>
      Array.from({ length: times }).reduce<string>((url) => wrapped(url), page);
    expect(read(wrap(5))?.page).toBe('tents.example');
    expect(read(wrap(6))?.domain).toBe('google.com');
  });
});

describe('a redirect of Gemini', () => {
  const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ1';
  it.each([
    ['tents.example.com', 'example.com'],
    [' www.Zelte-Grün.de ', 'xn--zelte-grn-x9a.de'],
    ['shop.tents.co.uk', 'tents.co.uk'],
    // Titles that name no host.
    ['Node.js', 'google.com'],
    ['Tents: a guide', 'google.com'],
    ['tents', 'google.com'],
    ['127.0.0.1', 'google.com'],
    ['', 'google.com'],
  ])('with the title %j has the domain %s and no known page', (title, domain) => {
    expect(read(redirect, title)).toEqual({ domain, page: '' });
  });

  it('is recognised by its host and path, so that the titles of other citations have no effect', () => {
    expect(read('https://a.example/grounding-api-redirect/x', 'tents.co.uk')?.domain).toBe(
      'a.example',
    );
  });
});

it.each([
  '',
  ' ',
  'about:blank',
  'javascript:alert(1)',
  'ftp://tents.example/',
  'mailto:a@tents.example',
  '/best-tents',
  'tents.example/best-tents',
  'https://',
  'https://./',
  'https://te nts.example/',
  'https://tents.example/\ud800',
  `https://tents.example/${'a'.repeat(maxAddressLength)}`,
])('%j is not a web address', (url) => {
  expect(read(url)).toBeNull();
});

it.each([
  [wrapped('http://www.tents.example/a/?b=1&utm_source=x#c'), 'http://www.tents.example/a/?b=1#c'],
  ['https://user:word@tents.example/a?gclid=1', 'https://tents.example/a'],
  [
    'https://tents.example/?to=https://user:word@a.example/',
    'https://tents.example/?to=https://a.example/',
  ],
  ['not an address', 'not an address'],
])('the link to %s leads to %s', (url, link) => {
  expect(toLink(url)).toBe(link);
});
