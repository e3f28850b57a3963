import EntstoreDigest

/// What the events of a log have in common, for their compression. docs/format.md §3.3.
///
/// Trained by libzstd (`ZDICT_trainFromBuffer`) on the contents of 3 500 events that were made up for it: signed and
/// plain notifications of every kind, of random apps, products and ids; only the digests of Apple's two public
/// authority certificates are real. Every event in form 2 is read with these very bytes, so they never change; a
/// better dictionary is another one, in another form.
package enum LogDictionary {
  /// Level 3 takes as many instructions as level 1, half of level 4's. Level 4 would save four bytes in a hundred of a signed
  /// event and six of a decoded one; level 1 would take one and seven more.
  static let first = ZstdDictionary(bytes, level: 3)

  /// One byte a scalar: most of it is text that one can read here.
  package static let bytes = text.unicodeScalars.map { UInt8($0.value) }

  private static let text = """
    7\u{a4}0\u{ec}1\u{fd}\u{ea}X+\u{10}\u{c8}\u{a6}\u{3}\u{ff}\u{ff}\u{ff}\u{ff}\u{ff}\u{ff}\u{f}<\u{c}NO_\
    \u{80}\u{be}\u{94}RR[\u{ed}P\u{16}FW\u{ae}\u{92}RJ)\u{a5}\u{94}n\u{91}\u{f}\u{c}\u{d7}m\u{11}\u{d9};\
    \u{83}\u{3}\0\u{8}\u{a}\u{8c}\u{85}\u{1}\u{93}\u{1a}\u{cd}\u{1a}\0\u{4}\u{80}\u{82}\u{6}\u{b}\u{9}\u{b}\
    \u{11}\u{88}\u{b}\u{c}\u{8a}\u{88}\u{8d}\u{87}F\u{e4}\u{e1}X<\u{18}\u{9}\u{4}Ba\u{18}\u{c7}b\u{c}\u{86}\
    S\u{10}\u{3}\u{c1}$\u{90}\u{10}\u{3}\0\0\0\u{84}\u{f4}\u{d3}\u{98}$\u{1a}\u{a}\u{d2}\u{10}\u{c8}B\u{c6}\
    \0\u{85}\0 @\u{12}\u{c7}\u{1}\0\0\0\u{1}\0\0\0\u{4}\0\0\0\u{8}\0\0\087559", "bundleId": "org.txwaynnkuk\
    .nvlgmdr", "productId": "org.txwaynnkuk.nvlgmdr.year.run", "purchaseDate": 1783166216237, "originalPurc\
    haseDate": 1783166216237, "quantity": 1, "type": "Non-Renewing Subscription", "inAppOwnershipType": "PU\
    RCHASED", "signedDate": 1783552826237, "environment": "Production", "transactionReason": "PURCHASE", "s\
    torefront": "CAN", "storefrontId": "143455", "price": 4990, "currency": "CAD", "appTransactionId": "705\
    694456933565207"}}, "version": "2.0", "signedDate": 1783552826237}\u{1}\u{2}\u{1}\0\u{80}\0\u{1}\u{96}\
    \u{e5}\u{89}f\u{a8}\u{80}\0\u{1}\u{a2}+u\u{ad}\u{9b}$3a31134d-a7ff-40ae-87d6-e5b853f45a4b\u{3}\u{e}cn.a\
    uqlm.music\u{a}SUBSCRIBED\u{b}INITIAL_BUY\0\u{1}\u{10}2000374321980672\u{7}\u{1}\u{1}\u{1}\u{f}10001920\
    4792817\u{10}2000374321980672\u{e}monthly.access\u{c8}\u{8c}\u{cb}\u{d8}\u{dc}e\u{e0}\u{db}\u{81}\u{ad}\
    \u{ce}e\u{e0}\u{fb}\u{f7}\u{d4}\u{e1}e\u{1f}\u{e}monthly.access\u{e}monthly.access\u{e0}\u{fb}\u{f7}\
    \u{d4}\u{e1}e\u{1}\u{5}\u{2}\u{7}\0\u{17}{"alg":"ES256","x5c":["\u{1}::\u{f8}\u{14}\u{8b}\u{19}_\u{6}\
    \u{e4}\u{b9}\u{8c}\u{f}\u{b7}\u{ea}'U\u{af}\u{cf}\u{c7}6bL_h\u{8e}\u{ef}\u{9a}\u{c6}\u{fa}\u{f}I\u{b6}\
    \0\u{3}","\u{1}\u{7f}eH\u{c7}\u{80}g\u{db}s\u{cc}\u{9f}\u{97}\u{f7}\u{bc}\u{86}\u{bd}\u{fe}&\u{8b}b\
    \u{3}\u{9e}H\u{82}y\u{12}\u{89}UorT3\u{cf}\0\u{3}","\u{1} \u{eb}\u{d0}!\u{ef}\u{f7}0\u{93}\u{e1}\u{9c}/\
    xNb:v_\u{f2}\u{f1}\u{fd}\u{84}9\u{a7}\u{f9}\u{ab}\u{f6}\u{88}\u{e1}&\u{b}\u{12}\u{a2}\0\u{3}"]}\0\u{1}.\
    \u{2}\u{d}\0\u{fb}\u{1}{"notificationType":"SUBSCRIBED","subtype":"INITIAL_BUY","notificationUUID":"3a3\
    1134d-a7ff-40ae-87d6-e5b853f45a4b","data":{"appAppleId":31s\u{a4}\u{d8}\u{c0}\u{a4}\u{87}f\u{a4}\u{d8}\
    \u{ee}\u{ca}\u{91}f\u{4}\u{1}\0\u{92}\u{b}{"notificationType":"DID_FAIL_TO_RENEW","subtype":"GRACE_PERI\
    OD","notificationUUID":"dc789b8e-9397-4382-a2ae-6e7a86936ea4","data":{"appAppleId":6833330666,"bundleId\
    ":"cn.ruux.gold","bundleVersion":"1","environment":"Sandbox","signedTransactionInfo":{"transactionId":"\
    851587959193012","originalTransactionId":"851584460048664","webOrderLineItemId":"42579652406620","bundl\
    eId":"cn.ruux.gold","productId":"cn.ruux.gold.year.plus","subscriptionGroupIdentifier":"20637173","purc\
    haseDate":1721788459538,"originalPurchaseDate":1719595101538,"expiresDate":1753324459538,"quantity":1,"\
    type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED","signedDate":1724052961538,"offerT\
    ype":3,"offerIdentifier":"vpn_studio","environment":"Sandbox","transactionReason":"RENEWAL","storefront\
    ":"MEX","storefrontId":"143468","price":0,"currency":"MXN","offerDiscountType":"PAY_AS_YOU_GO","appTran\
    sactionId":"704120599606237204","offerPeriod":"P1W"},"signedRenewalInfo":{"originalTransactionId":"8515\
    84460048664","auto\u{ee}\u{e6}\u{dc}\u{9b}w\u{d7}\0\u{17}","signedRenewalInfo":"\u{2}\u{7}\0\u{17}{"alg\
    ":"ES256","x5c":["\u{1}\u{e}\u{5}\u{e4}l\u{1e}?F\u{e6}\u{1b}KZ?\u{d0}\u{be}(\u{ab}\u{f}d\u{ec}\u{82}\
    \u{12}?gc>\u{12}&\u{18}\u{8a}\u{ac}\u{c8}\u{be}\0\u{3}","\u{1}\u{7f}eH\u{c7}\u{80}g\u{db}s\u{cc}\u{9f}\
    \u{97}\u{f7}\u{bc}\u{86}\u{bd}\u{fe}&\u{8b}b\u{3}\u{9e}H\u{82}y\u{12}\u{89}UorT3\u{cf}\0\u{3}","\u{1} \
    \u{eb}\u{d0}!\u{ef}\u{f7}0\u{93}\u{e1}\u{9c}/xNb:v_\u{f2}\u{f1}\u{fd}\u{84}9\u{a7}\u{f9}\u{ab}\u{f6}\
    \u{88}\u{e1}&\u{b}\u{12}\u{a2}\0\u{3}"]}\0\u{1}.\u{2}\u{1}\0\u{9e}\u{2}{"originalTransactionId":"200028\
    6191875008","autoRenewProductId":"photo_notes","productId":"photo_notes","autoRenewStatus":1,"renewalPr\
    ice":19990,"currency":"USD","signedDate":1709930165660,"environment":"Sandbox","recentSubscriptionStart\
    Date":1708564035898,"renewalDate":1741313523898}\0\u{1}.\u{2}\u{1}\0@Abx\u{aa}Ym@\u{f6}F"n\u{d9},B\
    \u{1f}N\u{f5}\u{fb}\u{91}\u{a9}xoM\u{b9}\u{95}\u{f8})\u{db}T!\u{fb}\u{bc}J\u{bf}\u{88}\u{fc}\u{c4}S\
    \u{a4}\u{1e}Z\u{ca}\u{f7}=\u{bc}y\u{a1}\u{7f}\u{93}\u{e2}\u{1c}\u{a6}\u{c0}F\u{eb}\u{96}\u{97}t\u{c7}\
    \u{e4}\u{ee}mO\u{b7}\09","status":1},"version":"2.0","signedDate":1709930165898}\0\u{1}.\u{2}\u{1}\0@:\
    \u{83}z\u{b4}tp|iQ\u{9d}|'\u{c8}\u{b6}\u{be}\u{bf} m\u{9c}\u{93}z\u{c6}\u{c8}=EeP\u{cc}\u{db}\u{b9}\
    \u{e8}l\u{80}\u{cb}\u{e2}9\u{99}B\u{d1}\u{8},\u{f9}\u{e2}\u{1e}\u{9d} \u{a6}F+\u{c2}\u{8a}\u{18}\u{1a}c\
    p\u{e4}\u{f1}k\u{8a}\u{9b}\u{ad}\u{e5}\u{bf}\u{90}\u{1}\u{2}\u{1}\0\u{80}\0\u{1}\u{94}\u{fd}\u{8a}\
    \u{a7}\u{f1}\u{80}\0\u{1}\u{a2}+u\u{ad}\u{9b}$73f52f18-83b7-4f97-ac62-20b2c2110d0a\u{3}\u{d}cn.adrmbk.a\
    ds\u{19}DID_CHANGE_RENEWAL_STATUS\u{13}AUTO_RENEW_DISABLED\0\u{1}\u{10}2000276172969501\u{7}\u{9}\u{1}\
    \u{1}\u{f}100014165040214\u{10}2000284877369732\u{1c}cn.adrmbk.ads.remove.premium\u{e2}\u{9f}\u{d5}\
    \u{d8}\u{9f}e\u{a2}\u{bc}\u{8a}\u{e8}\u{9a}e\u{a2}\u{ec}\u{93}\u{e3}\u{85}g\u{17}\u{1c}cn.adrmbk.ads.re\
    move.premium\u{1c}cn.adrmbk.ads.remove.premium\u{a2}\u{ec}\u{93}\u{e3}\u{85}g\u{1}\u{1}\0\u{fd}\u{9}{"n\
    otificationType":"DID_CHANGE_RENEWAL_STATUS","subtype":"AUTO_REicationType":"DID_RENEW","notificationUU\
    ID":"558e5416-aa9c-432a-b40a-732f150c98f9","data":{"appAppleId":1362858814,"bundleId":"co.tfhvjq.monthl\
    y","bundleVersion":"1.3.6","environment":"Production","signedTransactionInfo":"\u{2}\u{7}\0\u{17}{"alg"\
    :"ES256","x5c":["\u{1}\u{a}\u{d9}'\u{a4}\u{a2}=\u{c}\u{b}\u{bf}!uU\u{a}\u{e4}\\\u{b8}\u{3}\u{7}\u{f5}\
    \u{a3}`1i\u{f}:\u{ae}#\u{e}*\u{dd}RE\0\u{3}","\u{1}\u{7f}eH\u{c7}\u{80}g\u{db}s\u{cc}\u{9f}\u{97}\u{f7}\
    \u{bc}\u{86}\u{bd}\u{fe}&\u{8b}b\u{3}\u{9e}H\u{82}y\u{12}\u{89}UorT3\u{cf}\0\u{3}","\u{1} \u{eb}\u{d0}!\
    \u{ef}\u{f7}0\u{93}\u{e1}\u{9c}/xNb:v_\u{f2}\u{f1}\u{fd}\u{84}9\u{a7}\u{f9}\u{ab}\u{f6}\u{88}\u{e1}&\
    \u{b}\u{12}\u{a2}\0\u{3}"]}\0\u{1}.\u{2}\u{1}\0\u{81}\u{5}{"transactionId":"2000543432559726","original\
    TransactionId":"2000537571276385","webOrderLineItemId":"100026943921989","bundleId":"co.tfhvjq.monthly"\
    ,"productId":"pack","subscriptionGroupIdentifier":"21665454","purchaseDate":1752569626332,"originalPurc\
    haseDate":1749076702332,"expiresDate":1784105626332,"quantity":1,"type":"Auto-Renewable Subscription","\
    appAccountToken":"d5c3ea8c-e117-44c3-8272-f92a7a3505a2","inAppOwnershipType":"PURCHASED","signedDate":1\
    752776065332,"environment":"Production","transactionRea
    """
}
