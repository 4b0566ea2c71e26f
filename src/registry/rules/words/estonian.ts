import type { english } from './english.ts';

/** Names are never inflected: they follow an inflected noun, or are in the nominative. */
export const estonian: Readonly<Record<keyof typeof english, string>> = {
  language: 'Eesti keeles',
  signature: 'Domeeniregister',
  greeting: 'Tere, {name}!',
  otherLanguageBelow: 'In English below.',

  askDeletionSubject: 'Palun kinnitage: kas kustutada domeen {domain}?',
  askDeletion:
    'Registripidaja {registrar} on palunud meil kustutada Teie domeeni {domain}. Ilma Teie nõusolekuta ei juhtu midagi.',
  askDeletionElse:
    'Kui Te seda ei soovi, lükake taotlus tagasi või ärge tehke midagi: ilma Teie nõusolekuta jääb domeen alles.',
  askChangeSubject: 'Palun kinnitage: kas domeen {domain} saab uue registreerija?',
  askChange:
    'Registripidaja {registrar} on palunud meil vahetada Teie domeeni {domain} registreerijat. Uus registreerija oleks {newRegistrant}. Ilma Teie nõusolekuta ei muutu midagi.',
  askChangeElse:
    'Kui Te seda ei soovi, lükake taotlus tagasi või ärge tehke midagi: ilma Teie nõusolekuta jääb domeen Teile.',
  answerHere: 'Palun kinnitage taotlus või lükake see tagasi hiljemalt {until}:',
  newcomerSubject: 'Teid soovitakse määrata domeeni {domain} registreerijaks',
  newcomer:
    'Registripidaja {registrar} on palunud meil määrata Teid domeeni {domain} registreerijaks. Oleme küsinud nõusolekut praeguselt registreerijalt, kellel on vastamiseks aega kuni {until}. Teil ei ole vaja midagi teha.',

  approvedSubject: '{domain}: kinnitatud',
  rejectedSubject: '{domain}: tagasi lükatud',
  lapsedSubject: '{domain}: õigeks ajaks ei vastatud',
  cancelledSubject: '{domain}: tagasi võetud',
  changeApproved: 'Domeeni {domain} registreerija vahetamine kinnitati ja muudatus on tehtud.',
  changeRejected: 'Domeeni {domain} registreerija vahetamine lükati tagasi. Midagi ei muutunud.',
  changeLapsed: 'Õigeks ajaks ei vastatud: domeeni {domain} registreerija jäi samaks.',
  changeCancelled:
    'Domeeni {domain} registripidaja võttis registreerija vahetamise taotluse tagasi. Midagi ei muutunud ja Teil ei ole vaja midagi teha.',
  deletionApproved:
    'Domeeni {domain} kustutamine kinnitati. Domeen ei tööta enam ja eemaldatakse hiljem registrist.',
  deletionRejected: 'Domeeni {domain} kustutamine lükati tagasi. Midagi ei muutunud.',
  deletionLapsed: 'Õigeks ajaks ei vastatud: domeeni {domain} ei kustutata.',
  deletionCancelled:
    'Domeeni {domain} registripidaja võttis kustutamise taotluse tagasi. Midagi ei muutunud.',

  registryActedSubject: '{domain}: domeeniregister muutis domeeni',
  registryChanged: 'Domeeniregister vahetas domeeni {domain} registreerija.',
  registryMoved: 'Domeeniregister viis domeeni {domain} üle teise registripidaja juurde: {registrar}.',
  registryActedElse: 'Küsimuste korral pöörduge palun oma registripidaja või domeeniregistri poole.',
  addressChangedSubject: 'Teie e-posti aadressi domeeniregistris muudeti',
  addressChanged:
    'Teie registripidaja on muutnud e-posti aadressi, millel me Teiega kui domeenide registreerijaga ühendust võtame. Senine aadress: {before}. Uus aadress: {after}.',
  addressChangedElse: 'Kui Te seda ei soovinud, pöörduge palun kohe oma registripidaja poole.',

  expiredSubject: 'Domeen {domain} on aegunud',
  expired: 'Domeen {domain} aegus {date}.',
  leavesZone: 'See eemaldatakse tsoonist {date}: veebilehed ja e-post lakkavad siis töötamast.',
  isDeleted: 'See kustutatakse {date} või peagi pärast seda; siis saab nime registreerida igaüks.',
  howToKeep: 'Kui soovite domeeni alles hoida, paluge oma registripidajal ({registrar}) see pikendada.',

  skip: 'Otse sisu juurde',
  deletionTitle: 'Kas kustutada domeen {domain}?',
  changeTitle: 'Kas domeen {domain} saab uue registreerija?',
  agreeToDeletion: 'Teilt küsitakse nõusolekut Teie domeeni kustutamiseks.',
  agreeToChange: 'Teilt küsitakse nõusolekut Teie domeeni üleandmiseks kellelegi teisele.',
  onlyHere: 'Midagi ei juhtu enne, kui Te selle siin kinnitate.',
  domain: 'Domeen',
  registrantNow: 'Praegune registreerija',
  newRegistrant: 'Uus registreerija',
  nobodyKnown: 'meile enam teadmata',
  changesWithIt: 'Koos sellega muutuvad',
  contacts: 'kontaktid',
  nameservers: 'nimeserverid',
  dnssecKeys: 'DNSSEC-võtmed',
  askedBy: 'Taotleja',
  askedAt: 'Taotluse aeg',
  answerBy: 'Vastamise tähtaeg',
  afterDeletion: 'Kui Te kinnitate, lakkab domeen kohe töötamast ja eemaldatakse mõne nädala pärast.',
  afterChange: 'Kui Te kinnitate, ei ole Te enam selle domeeni registreerija.',
  withoutAnswer: 'Kui Te õigeks ajaks ei vasta, jääb kõik nii, nagu on.',
  approveDeletion: 'Kinnitan kustutamise',
  approveChange: 'Kinnitan muudatuse',
  reject: 'Lükkan tagasi',
  approved: 'Kinnitatud',
  rejected: 'Tagasi lükatud',
  shownChangeApproved: 'Domeenil {domain} on uus registreerija.',
  shownDeletionApproved: 'Domeen {domain} ei tööta enam ja eemaldatakse hiljem registrist.',
  shownChangeRejected: 'Olete endiselt domeeni {domain} registreerija. Midagi ei muutunud.',
  shownDeletionRejected: 'Domeeni {domain} ei kustutata. Midagi ei muutunud.',
  closePage: 'Registripidajale on sellest teatatud. Võite selle lehe sulgeda.',
  deadLinkTitle: 'See link ei tööta enam',
  deadLink: 'Võib-olla on seda juba kasutatud, selle aeg on läbi saanud või on link poolikult kopeeritud.',
  deadLinkNext:
    'Lingi avamine ei muutnud midagi. Kui miski ootab veel Teie vastust, paluge oma domeeni registripidajal saata uus kiri.',
  impossibleTitle: 'Seda ei saa enam teha',
  impossible: 'Domeen on pärast Teilt küsimist muutunud ja register ei saa seda praegu teha:',
  impossibleNext: 'Midagi ei muudetud. Palun pöörduge oma domeeni registripidaja poole.',
  noAnswerTitle: 'See ei olnud vastus',
  noAnswer: 'Palun minge tagasi ja vajutage üht kahest nupust.',
  brokenTitle: 'Meie poolel tekkis tõrge',
  broken: 'Teie vastust ei salvestatud. Palun proovige minuti pärast uuesti.',
  brokenNext: 'Kui see kordub, teatage meile see number:',
  notNowTitle: 'Palun tulge hetke pärast tagasi',
  notNow: 'Register ei saa praegu vastata. Te ei teinud midagi valesti: proovige minuti pärast uuesti.',
  nothingHereTitle: 'Siin ei ole midagi',
  nothingHere: 'See aadress ei vii kuhugi: selles võib olla trükiviga või on siin olnud leht eemaldatud.',
  frontPage: 'Esilehele',
};
