// SPDX-License-Identifier: Apache-2.0
// The classes of a ledger whose store Apple's SwiftData wrote (SampleManager.store of the fixtures), with the file's names.

import SwiftData

@Model
final class EntityAccount {
    @Relationship(deleteRule: .cascade, inverse: \EntityBanqueInfo.account)
    var bank: EntityBanqueInfo?
    @Relationship(deleteRule: .cascade, inverse: \EntityBankStatement.account)
    var bankStatement: [EntityBankStatement]?
    @Relationship(deleteRule: .cascade, inverse: \EntityCheckBook.account)
    var carnetCheques: [EntityCheckBook]?
    @Relationship
    var compteLie: EntityTransaction?
    var currencyCode: String = ""
    var dateEcheancier: Date = .now
    @Relationship(deleteRule: .cascade, inverse: \EntitySchedule.account)
    var echeanciers: [EntitySchedule]?
    @Relationship(deleteRule: .cascade, inverse: \EntityIdentity.account)
    var identity: EntityIdentity?
    @Relationship(deleteRule: .cascade, inverse: \EntityInitAccount.account)
    var initAccount: EntityInitAccount?
    var isAccount: Bool = false
    var isDemo: Bool = false
    var name: String = ""
    var nameIcon: String = ""
    @Relationship(deleteRule: .cascade, inverse: \EntityPaymentMode.account)
    var paymentMode: [EntityPaymentMode]?
    @Relationship(deleteRule: .cascade, inverse: \EntityPreference.account)
    var preference: EntityPreference?
    @Relationship(deleteRule: .cascade, inverse: \EntityRubric.account)
    var rubric: [EntityRubric]?
    @Relationship(deleteRule: .cascade, inverse: \EntityStatus.account)
    var status: [EntityStatus]?
    @Relationship(deleteRule: .cascade, inverse: \EntityTransaction.account)
    var transactions: [EntityTransaction]?
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init() {}
}

@Model
final class EntityRubric {
    var account: EntityAccount
    @Relationship(deleteRule: .cascade)
    var categorie: [EntityCategory] = []
    @Attribute(.transformable(by: "ColorTransformer")) var color: NSNumber
    var name: String = ""
    @Attribute(.ephemeral)
    var total: Double = 0
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init(account: EntityAccount, color: NSNumber) {
        self.account = account
        self.color = color
    }
}

@Model
final class EntityTransaction {
    var _sectionIdentifier: String?
    var account: EntityAccount
    var bankStatement: Double = 0
    var checkNumber: String = ""
    var createAt: Date = .now
    var dateOperation: Date = .now
    var datePointage: Date = .now
    @Relationship
    var paymentMode: EntityPaymentMode?
    @Attribute(.ephemeral)
    var solde: Double?
    @Relationship(deleteRule: .cascade, inverse: \EntitySousOperation.transaction)
    var sousOperations: [EntitySousOperation] = []
    @Relationship
    var status: EntityStatus?
    var updatedAt: Date = .now
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init(account: EntityAccount) {
        self.account = account
    }
}

@Model
final class EntityIdentity {
    var account: EntityAccount
    var adress: String = ""
    var complement: String = ""
    var country: String = ""
    var cp: String = ""
    var email: String = ""
    var mobile: String = ""
    var name: String = ""
    var nameImage: String = ""
    var phone: String = ""
    var surName: String = ""
    var town: String = ""
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init(account: EntityAccount) {
        self.account = account
    }
}

@Model
final class EntityCheckBook {
    var account: EntityAccount?
    var name: String = ""
    var nbCheques: Int = 0
    var numPremier: Int = 0
    var numSuivant: Int = 0
    var prefix: String = ""
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init() {}
}

@Model
final class EntityInitAccount {
    var account: EntityAccount
    var bic: String = ""
    var cleRib: String = ""
    var codeAccount: String = ""
    var codeBank: String = ""
    var codeGuichet: String = ""
    var engage: Double = 0
    var iban: String = ""
    var prevu: Double = 0
    var realise: Double = 0
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init(account: EntityAccount) {
        self.account = account
    }
}

@Model
final class EntitySchedule {
    var account: EntityAccount
    var amount: Double = 0
    @Relationship(inverse: \EntityCategory.echeancier)
    var category: EntityCategory?
    var dateCree: Date = .now
    var dateDebut: Date = .now
    var dateFin: Date = .now
    var dateModifie: Date = .now
    var dateValeur: Date = .now
    var frequence: Int16 = 0
    var isProcessed: Bool = false
    var libelle: String = ""
    @Relationship
    var linkedAccount: EntityAccount?
    var nextOccurrence: Int16 = 0
    var occurrence: Int16 = 0
    @Relationship
    var paymentMode: EntityPaymentMode?
    var typeFrequence: Int16 = 0
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init(account: EntityAccount) {
        self.account = account
    }
}

@Model
final class EntityStatus {
    var account: EntityAccount
    @Attribute(.transformable(by: "ColorTransformer")) var color: NSNumber
    var name: String = ""
    var rawType: Int = 0
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init(account: EntityAccount, color: NSNumber) {
        self.account = account
        self.color = color
    }
}

@Model
final class EntityPreference {
    var account: EntityAccount
    @Relationship(inverse: \EntityCategory.preference)
    var category: EntityCategory?
    @Relationship
    var paymentMode: EntityPaymentMode?
    var signe: Bool = false
    @Relationship
    var status: EntityStatus?
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init(account: EntityAccount) {
        self.account = account
    }
}

@Model
final class EntityBankStatement {
    var account: EntityAccount
    var cbDate: Date = .now
    var cbSolde: Double = 0
    var endDate: Date = .now
    var endSolde: Double = 0
    var interDate: Date = .now
    var interSolde: Double = 0
    var num: Int = 0
    @Attribute(.externalStorage)
    var pdfDoc: Data?
    var pdfLink: String = ""
    var startDate: Date = .now
    var startSolde: Double = 0
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init(account: EntityAccount) {
        self.account = account
    }
}

@Model
final class EntityPaymentMode {
    var account: EntityAccount
    @Attribute(.transformable(by: "ColorTransformer")) var color: NSNumber
    var name: String = ""
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init(account: EntityAccount, color: NSNumber) {
        self.account = account
        self.color = color
    }
}

@Model
final class EntityBanqueInfo {
    var account: EntityAccount
    var adresse: String = ""
    var complement: String = ""
    var country: String = ""
    var cp: String = ""
    var email: String = ""
    var fonction: String = ""
    var mobile: String = ""
    var name: String = ""
    var nomBanque: String = ""
    var phone: String = ""
    var town: String = ""
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init(account: EntityAccount) {
        self.account = account
    }
}

@Model
final class EntityCategory {
    var echeancier: [EntitySchedule]?
    var name: String = ""
    var objectif: Double = 0
    var preference: EntityPreference?
    @Relationship
    var rubric: EntityRubric?
    @Relationship(inverse: \EntitySousOperation.category)
    var sousOperations: [EntitySousOperation]?
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init() {}
}

@Model
final class EntitySousOperation {
    var amount: Double = 0
    var category: EntityCategory?
    var libelle: String?
    var transaction: EntityTransaction?
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init() {}
}

@Model
final class EntityFolderAccount {
    @Relationship
    var children: [EntityAccount] = []
    var isRoot: Bool = false
    var name: String = ""
    var nameImage: String = ""
    @Attribute(.unique)
    var uuid: UUID = UUID()

    init() {}
}
